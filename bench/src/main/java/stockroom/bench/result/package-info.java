/// What was measured, as data; target/bench.json.
@NullMarked
package stockroom.bench.result;

import org.jspecify.annotations.NullMarked;
