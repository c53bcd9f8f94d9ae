package stockroom.catalog.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import stockroom.auth.MerchantId;
import stockroom.database.Columns;
import stockroom.database.Database;
import stockroom.database.clock.ClockWatch;

/// Whether a wrong clock keeps a time from telling which of a merchant's pushes were made before it
/// (docs/decisions/0028).
public final class SuspectTimeStore {
    static final String PRESENT = """
            SELECT clock_timestamp() AS present,
                   coalesce(c.last_at > clock_timestamp() + interval '5 minutes', false) AS ahead
            FROM ledger l LEFT JOIN push_counter c ON c.merchant_id = ?
            """;

    /// It may have come when the question is asked.
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Database database;
    private final ClockWatch clocks;

    public SuspectTimeStore(Database database, ClockWatch clocks) {
        this.database = database;
        this.clocks = clocks;
    }

    /// What the clock of the merchant's node says.
    ///
    /// @param isBehind whether it is far behind the times of pushes, which have that of an earlier one until then
    private record Present(Instant time, boolean isBehind) {}

    /// Tells whether nobody can say which pushes were made before a time.
    ///
    /// @param nextPush the time of the first push after the time asked for, if there is any
    public boolean isSuspect(MerchantId merchant, Instant time, Supplier<Optional<Instant>> nextPush) {
        var present = present(merchant);
        // a time to come is no time to answer for, whatever the clock
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
