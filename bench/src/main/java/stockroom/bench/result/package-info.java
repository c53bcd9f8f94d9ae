@NullMarked
package stockroom.bench.result;

import org.jspecify.annotations.NullMarked;
