/// Other programs and what they cost: running them, waiting, their processor time.
@NullMarked
package stockroom.bench.process;

import org.jspecify.annotations.NullMarked;
