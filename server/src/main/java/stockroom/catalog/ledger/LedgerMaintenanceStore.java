package stockroom.catalog.ledger;

import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import stockroom.database.Database;

/// The ledger's months, and the end of idempotency keys.
final class LedgerMaintenanceStore {
    /// Callers wait behind whoever waits for a lock.
    private static final String HARDLY_WAIT = "SET LOCAL lock_timeout = '50ms'";

    /// So that it holds on the nodes of a cluster, too; without one it means nothing.
    private static final String ON_EVERY_NODE = "SELECT set_config('citus.propagate_set_commands', 'local', true)";

    private static final String ADD = "SELECT add_ledger_months(:ahead)";

    private static final String ROOM_UNTIL = """
            SELECT min(until) FROM (
                SELECT coalesce(max(to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month')::date,
                                (now() AT TIME ZONE 'UTC')::date) AS until
                FROM unnest('{stock_push, stock_change}'::regclass[]) AS parent
                LEFT JOIN pg_inherits i ON i.inhparent = parent
                LEFT JOIN pg_class c ON c.oid = i.inhrelid
                GROUP BY parent) months
            """;

    private static final String BYTES = "SELECT ledger_bytes()";

    private static final String DROP = "SELECT drop_ledger_month(:kept)";

    /// A minute's at a time, the oldest first.
    private static final String OLDEST_KEYS = """
            SELECT min(created_at) + interval '1 minute' FROM idempotency_key WHERE created_at < now() - interval '24 hours'
            """;

    private static final String FORGET_KEYS = """
            DELETE FROM idempotency_key WHERE created_at < least(:until, now() - interval '24 hours')
            """;

    private final Database database;

    /// @param database the coordinator's
    LedgerMaintenanceStore(Database database) {
        this.database = database;
    }

    void addMonths(int ahead) {
        database.inTransaction("add ledger months", handle -> {
            hardlyWait(handle);
            return handle.createQuery(ADD)
                    .bind("ahead", ahead)
                    .mapTo(LocalDate.class)
                    .one();
        });
    }

    /// The first day without room, whoever made the months that there are.
    LocalDate roomUntil() {
        return database.run(
                "ledger room",
                handle -> handle.createQuery(ROOM_UNTIL).mapTo(LocalDate.class).one());
    }

    /// On disk, with its indexes, on all nodes of a cluster.
    long bytes() {
        return database.run(
                "ledger bytes",
                handle -> handle.createQuery(BYTES).mapTo(Long.class).one());
    }

    /// The oldest table of the ledger, if it is kept no longer.
    Optional<String> dropMonth(int monthsKept) {
        return database.inTransaction("drop ledger month", handle -> {
            hardlyWait(handle);
            return handle.createQuery(DROP)
                    .bind("kept", monthsKept)
                    .mapTo(String.class)
                    .findFirst();
        });
    }

    private static void hardlyWait(Handle handle) {
        handle.createQuery(ON_EVERY_NODE).mapTo(String.class).one();
        handle.execute(HARDLY_WAIT);
    }

    void forgetKeys() {
        database.run("forget keys", handle -> {
            while (forgetSome(handle)) {}
            return null;
        });
    }

    private static boolean forgetSome(Handle handle) {
        var until = handle.createQuery(OLDEST_KEYS).mapTo(OffsetDateTime.class).findFirst();
        return until.isPresent()
                && handle.createUpdate(FORGET_KEYS).bind("until", until.get()).execute() > 0;
    }
}
