@NullMarked
package stockroom.retention;

import org.jspecify.annotations.NullMarked;
