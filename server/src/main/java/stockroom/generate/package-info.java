@NullMarked
package stockroom.generate;

import org.jspecify.annotations.NullMarked;
