/// What is measured, how often and for how long.
@NullMarked
package stockroom.bench.measure;

import org.jspecify.annotations.NullMarked;
