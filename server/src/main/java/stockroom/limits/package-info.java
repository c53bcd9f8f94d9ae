@NullMarked
package stockroom.limits;

import org.jspecify.annotations.NullMarked;
