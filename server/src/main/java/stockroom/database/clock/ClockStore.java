package stockroom.database.clock;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import stockroom.database.Columns;
import stockroom.database.Database;

/// Stores for all servers how long the clocks have been watched and when one was suspect.
public final class ClockStore {
    private static final String READ = "SELECT node, at FROM read_clocks()";

    private static final String TRUSTED = "SELECT trusted_time()";

    /// Adds only time that no other server has counted. A longer unwatched time starts the count again.
    private static final String WATCHED = """
            UPDATE clock_watch
            SET watched = CASE WHEN :at - read_at BETWEEN -:tolerance * interval '1 s' AND :tolerance * interval '1 s'
                               THEN watched + least(:at - read_at, :millis * interval '1 ms') ELSE '0' END,
                read_at = :at
            WHERE :at > read_at OR :at < read_at - :tolerance * interval '1 s'
            """;

    private static final String BEGIN_ANEW = "UPDATE clock_watch SET watched = '0', read_at = :at";

    private static final String EXTEND = """
            UPDATE suspect_interval
            SET since = least(since, :since), until = greatest(until, :until), made_since = least(made_since, :madeSince),
                seen_at = :at
            WHERE since <= :until AND until >= :since
            """;

    private static final String ADD = """
            INSERT INTO suspect_interval (since, until, made_since, seen_at) VALUES (:since, :until, :madeSince, :at)
            """;

    private static final String STATE = "SELECT extract(epoch FROM watched) FROM clock_watch";

    private static final String INTERVALS = "SELECT since, until, made_since FROM suspect_interval ORDER BY since";

    private final Database database;

    /// @param database must be the coordinator's
    public ClockStore(Database database) {
        this.database = database;
    }

    /// Clock times that may be wrong. Pushes with these times were made after `madeSince`, by a correct clock.
    public record SuspectInterval(Instant since, Instant until, Instant madeSince) {
        /// Returns the interval between two times in either order, for a clock that did not jump.
        static SuspectInterval between(Instant one, Instant other) {
            var since = one.isBefore(other) ? one : other;
            return new SuspectInterval(since, one.isBefore(other) ? other : one, since);
        }

        public boolean contains(Instant time) {
            return !time.isBefore(since) && !time.isAfter(until);
        }
    }

    /// Returns the time by which expired data is deleted, or empty if no clock can be trusted.
    public static Optional<OffsetDateTime> trustedTime(Handle handle) {
        return handle.createQuery(TRUSTED).mapTo(OffsetDateTime.class).findFirst();
    }

    public Optional<OffsetDateTime> trustedTime() {
        return database.run("trusted time", ClockStore::trustedTime);
    }

    /// The name of the connected node is empty.
    Map<String, Instant> times() {
        return database.run(
                "clocks",
                handle ->
                        handle
                                .createQuery(READ)
                                .map((row, _) -> Map.entry(row.getString("node"), Columns.time(row, "at")))
                                .stream()
                                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    /// Adds `elapsed`, a time in which no clock was suspect. `at` is the time of the database's clock.
    void watched(Instant at, Duration elapsed, Duration tolerance) {
        database.run(
                "watch clocks",
                handle -> handle.createUpdate(WATCHED)
                        .bind("at", at.atOffset(ZoneOffset.UTC))
                        .bind("millis", elapsed.toMillis())
                        .bind("tolerance", tolerance.toSeconds())
                        .execute());
    }

    /// Records intervals found at the database's time `at`, merges those that touch, and restarts the count.
    void suspect(Instant at, List<SuspectInterval> intervals) {
        database.inTransaction("suspect clocks", handle -> {
            // This row also serialises concurrent servers.
            handle.createUpdate(BEGIN_ANEW)
                    .bind("at", at.atOffset(ZoneOffset.UTC))
                    .execute();
            for (var interval : intervals) {
                if (write(handle, EXTEND, at, interval) == 0) {
                    write(handle, ADD, at, interval);
                }
            }
            return null;
        });
    }

    private static int write(Handle handle, String sql, Instant at, SuspectInterval interval) {
        return handle.createUpdate(sql)
                .bind("since", interval.since.atOffset(ZoneOffset.UTC))
                .bind("until", interval.until.atOffset(ZoneOffset.UTC))
                .bind("madeSince", interval.madeSince.atOffset(ZoneOffset.UTC))
                .bind("at", at.atOffset(ZoneOffset.UTC))
                .execute();
    }

    double secondsWatched() {
        return database.run(
                "clock watch",
                handle -> handle.createQuery(STATE).mapTo(Double.class).one());
    }

    List<SuspectInterval> intervals() {
        return database.run(
                "suspect intervals",
                handle -> handle.createQuery(INTERVALS)
                        .mapTo(SuspectInterval.class)
                        .list());
    }
}
