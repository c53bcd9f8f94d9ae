@NullMarked
package stockroom.bench.postgres;

import org.jspecify.annotations.NullMarked;
