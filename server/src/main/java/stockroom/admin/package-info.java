@NullMarked
package stockroom.admin;

import org.jspecify.annotations.NullMarked;
