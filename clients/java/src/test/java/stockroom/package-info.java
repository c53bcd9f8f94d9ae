@NullMarked
package stockroom;

import org.jspecify.annotations.NullMarked;
