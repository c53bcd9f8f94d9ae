@NullMarked
package stockroom.admin.operators;

import org.jspecify.annotations.NullMarked;
