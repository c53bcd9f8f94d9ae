@NullMarked
package stockroom.bench.process;

import org.jspecify.annotations.NullMarked;
