@NullMarked
package stockroom.bench.measure;

import org.jspecify.annotations.NullMarked;
