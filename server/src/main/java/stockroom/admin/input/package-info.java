@NullMarked
package stockroom.admin.input;

import org.jspecify.annotations.NullMarked;
