@NullMarked
package stockroom.bench.server;

import org.jspecify.annotations.NullMarked;
