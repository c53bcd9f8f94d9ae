@NullMarked
package stockroom.bench.load;

import org.jspecify.annotations.NullMarked;
