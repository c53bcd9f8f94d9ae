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

    /// A time less than this ahead may be past when it is looked up.
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Database database;
    private final ClockWatch clocks;

    public SuspectTimeStore(Database database, ClockWatch clocks) {
        this.database = database;
        this.clocks = clocks;
    }

    /// @param isBehind whether new pushes get the time of the last one because the clock is far behind it
    private record Present(Instant time, boolean isBehind) {}

    public boolean isSuspect(MerchantId merchant, Instant time, Supplier<Optional<Instant>> nextPush) {
        var present = present(merchant);
        // A future time is refused elsewhere, whatever the clock.
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
