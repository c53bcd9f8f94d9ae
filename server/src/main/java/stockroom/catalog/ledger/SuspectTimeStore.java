package stockroom.catalog.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import stockroom.auth.MerchantId;
import stockroom.database.Columns;
import stockroom.database.Database;
import stockroom.database.clock.ClockWatch;

/// Tells whether a wrong clock leaves it unknown which pushes came before a time (docs/decisions/0028).
public final class SuspectTimeStore {
    static final String PRESENT = """
            SELECT clock_timestamp() AS present,
                   coalesce(c.last_at > clock_timestamp() + interval '5 minutes', false) AS ahead
            FROM ledger l LEFT JOIN push_counter c ON c.merchant_id = ?
            """;

    /// A time ahead by less than this may be past when the question is asked.
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Database database;
    private final ClockWatch clocks;

    public SuspectTimeStore(Database database, ClockWatch clocks) {
        this.database = database;
        this.clocks = clocks;
    }

    /// @param isBehind is true if the clock is far behind the last push, whose time new pushes get until it
    /// catches up
    private record Present(Instant time, boolean isBehind) {}

    /// Returns whether it is unknown which pushes were made before a time. `nextPush` has the time of the first one
    /// after it.
    public boolean isSuspect(MerchantId merchant, Instant time, Supplier<Optional<Instant>> nextPush) {
        var present = present(merchant);
        // a future time is refused elsewhere, whatever the clock
        return !time.isAfter(present.time.plus(SOON))
                && (present.isBehind || clocks.isSuspect(time, present.time, nextPush));
    }

    private Present present(MerchantId merchant) {
        return database.of(merchant.value())
                .run(
                        "present",
                        handle -> handle.select(PRESENT, merchant.value())
                                .map((row, _) -> new Present(Columns.time(row, "present"), row.getBoolean("ahead")))
                                .one());
    }
}
