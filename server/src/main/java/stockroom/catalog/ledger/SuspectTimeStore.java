package stockroom.catalog.ledger;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import stockroom.auth.MerchantId;
import stockroom.database.ClockWatch;
import stockroom.database.Database;

/// Whether a wrong clock keeps a time from telling which of a merchant's pushes were made before it
/// (docs/decisions/0028).
public final class SuspectTimeStore {
    static final String PRESENT = """
            SELECT clock_timestamp() AS present, coalesce(c.last_at > clock_timestamp(), false) AS ahead
            FROM ledger l LEFT JOIN push_counter c ON c.merchant_id = ?
            """;

    /// Times never go back within a merchant.
    static final String NEXT_PUSH = "SELECT at FROM stock_push WHERE merchant_id = ? AND at > ? ORDER BY push LIMIT 1";

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
    /// @param isBehind whether pushes have the time of an earlier one until the clock has caught up with it
    private record Present(Instant time, boolean isBehind) {}

    public boolean isSuspect(MerchantId merchant, Instant time) {
        var present = present(merchant);
        // a time to come is no time to answer for, whatever the clock
        return !time.isAfter(present.time.plus(SOON))
                && (present.isBehind || clocks.isSuspect(time, present.time, () -> nextPush(merchant, time)));
    }

    private Present present(MerchantId merchant) {
        return database.run(
                "present",
                handle -> handle.select(PRESENT, merchant.value())
                        .map((row, _) -> new Present(
                                row.getObject("present", OffsetDateTime.class).toInstant(), row.getBoolean("ahead")))
                        .one());
    }

    private Optional<Instant> nextPush(MerchantId merchant, Instant time) {
        return database.runFew(
                "next push",
                handle -> handle.select(NEXT_PUSH, merchant.value(), time.atOffset(ZoneOffset.UTC))
                        .mapTo(OffsetDateTime.class)
                        .map(OffsetDateTime::toInstant)
                        .findFirst());
    }
}
