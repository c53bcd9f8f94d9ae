@NullMarked
package stockroom.share;

import org.jspecify.annotations.NullMarked;
