package stockroom.database;

import java.time.Duration;
import org.jdbi.v3.core.Handle;

public final class LockWaits {
    /// Has no effect without Citus.
    private static final String ON_EVERY_NODE = "SELECT set_config('citus.propagate_set_commands', 'local', true)";

    private LockWaits() {}

    /// Applies to all nodes of a cluster until the transaction ends.
    public static void limit(Handle handle, Duration longest) {
        handle.execute(ON_EVERY_NODE);
        handle.execute("SET LOCAL lock_timeout = " + longest.toMillis());
    }
}
