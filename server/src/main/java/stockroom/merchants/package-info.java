@NullMarked
package stockroom.merchants;

import org.jspecify.annotations.NullMarked;
