/// What calls the server: requests, connections, wrk and the open loop.
@NullMarked
package stockroom.bench.load;

import org.jspecify.annotations.NullMarked;
