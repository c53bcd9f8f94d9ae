/// The database beside the server, and the same statements without the server: pgbench.
@NullMarked
package stockroom.bench.postgres;

import org.jspecify.annotations.NullMarked;
