/// The distribution, installed and filled as an operator would.
@NullMarked
package stockroom.bench.server;

import org.jspecify.annotations.NullMarked;
