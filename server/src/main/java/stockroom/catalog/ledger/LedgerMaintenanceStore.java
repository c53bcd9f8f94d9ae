package stockroom.catalog.ledger;

import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import stockroom.database.Database;
import stockroom.database.LockWaits;
import stockroom.database.clock.ClockStore;

final class LedgerMaintenanceStore {
    /// Callers queue behind a session that waits for a lock, so the wait is short.
    private static final Duration MAX_LOCK_WAIT = Duration.ofMillis(50);

    private static final String ADD = "SELECT add_ledger_months(?)";

    /// Looks for the first gap: a clock that ran ahead may have created later months.
    private static final String ROOM_UNTIL = """
            SELECT min(month)::date
            FROM (SELECT date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => ahead) AS month
                  FROM generate_series(0, ?) AS ahead) months
            WHERE to_regclass('stock_push' || to_char(month, '_YYYY_MM')) IS NULL
               OR to_regclass('stock_change' || to_char(month, '_YYYY_MM')) IS NULL
            """;

    /// Exceeds the number of months ever created ahead.
    private static final int MAX_MONTHS = 60;

    private static final String BYTES = "SELECT ledger_bytes()";

    private static final String DROP = "SELECT drop_ledger_month(?)";

    /// Deletes a minute's keys at a time, oldest first.
    private static final String OLDEST_KEYS = """
            SELECT min(created_at) + interval '1 minute' FROM idempotency_key WHERE created_at < :before
            """;

    private static final String FORGET_KEYS = "DELETE FROM idempotency_key WHERE created_at < least(:until, :before)";

    private final Database database;

    /// @param database must be the coordinator's
    LedgerMaintenanceStore(Database database) {
        this.database = database;
    }

    void addMonths(int ahead) {
        database.inTransaction("add ledger months", handle -> {
            LockWaits.limit(handle, MAX_LOCK_WAIT);
            return handle.select(ADD, ahead).mapTo(LocalDate.class).one();
        });
    }

    /// Returns the first day without a partition.
    LocalDate roomUntil() {
        return database.run(
                "ledger room",
                handle -> handle.select(ROOM_UNTIL, MAX_MONTHS)
                        .mapTo(LocalDate.class)
                        .one());
    }

    /// Returns the size on disk with indexes, over all nodes of a cluster.
    long bytes() {
        return database.run(
                "ledger bytes",
                handle -> handle.createQuery(BYTES).mapTo(Long.class).one());
    }

    Optional<String> dropMonth(int monthsKept) {
        return database.inTransaction("drop ledger month", handle -> {
            LockWaits.limit(handle, MAX_LOCK_WAIT);
            return handle.select(DROP, monthsKept).mapTo(String.class).findFirst();
        });
    }

    void forgetKeys() {
        database.run("forget keys", handle -> {
            while (forgetSome(handle)) {}
            return null;
        });
    }

    private static boolean forgetSome(Handle handle) {
        var before = ClockStore.trustedTime(handle).map(time -> time.minusDays(1));
        var until = before.flatMap(time -> handle.createQuery(OLDEST_KEYS)
                .bind("before", time)
                .mapTo(OffsetDateTime.class)
                .findFirst());
        return until.isPresent()
                && handle.createUpdate(FORGET_KEYS)
                                .bind("until", until.get())
                                .bind("before", before.get())
                                .execute()
                        > 0;
    }
}
