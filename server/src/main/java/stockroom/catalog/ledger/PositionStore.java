package stockroom.catalog.ledger;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stockroom.auth.MerchantId;
import stockroom.database.Columns;
import stockroom.database.Database;
import stockroom.database.Query;

public final class PositionStore {
    static final String SETTLE = "SELECT settled, clock FROM settle_ledger(p_merchant => ?, p_until => ?)";

    static final String UNTIL = "SELECT push_until(p_merchant => ?, p_until => ?)";

    static final String AROUND = """
            SELECT l.epoch, l.kept_since, coalesce(c.base, l.base) AS base, coalesce(c.last, l.base) AS last,
                   coalesce(n.at, c.last_at, 'epoch') AS next_at, b.push AS push_before, n.push AS push_after
            FROM ledger l
            LEFT JOIN push_counter c ON c.merchant_id = ?
            LEFT JOIN LATERAL (SELECT s.push FROM stock_push s WHERE s.merchant_id = ? AND s.push <= ?
                               ORDER BY s.push DESC LIMIT 1) b ON true
            LEFT JOIN LATERAL (SELECT s.push, s.at FROM stock_push s WHERE s.merchant_id = ? AND s.push > ?
                               ORDER BY s.push LIMIT 1) n ON true
            """;

    private final Database database;

    public PositionStore(Database database) {
        this.database = database;
    }

    public sealed interface Position {
        /// All pushes after the cursor are kept.
        record Known(Cursor cursor) implements Position {}

        record Ahead(long last) implements Position {}

        /// The next push after the given one is no longer kept.
        record Expired() implements Position {}

        /// A restore skipped this number, so no push has it.
        record Skipped() implements Position {}
    }

    /// Waits until all pushes up to a time are committed and no later one can get such a time. Writers wait for
    /// this, so it runs in its own transaction. Returns the database's clock if the time is ahead of it.
    public Optional<Instant> settle(MerchantId merchant, Instant until) {
        return database.of(merchant.value())
                .run(
                        "settle ledger",
                        handle -> new Query(handle, SETTLE)
                                .with(merchant.value(), until)
                                .readOne(row -> row.getBoolean("settled")
                                        ? Optional.empty()
                                        : Optional.of(Columns.time(row, "clock"))));
    }

    /// Looks up the push of a settled time only if `withNumber`, since that takes a while.
    public Position afterTime(MerchantId merchant, Instant at, boolean withNumber) {
        long push = withNumber ? until(merchant, at) : 0;
        var found = around(merchant, push);
        return at.isBefore(found.keptSince)
                ? new Position.Expired()
                : new Position.Known(new Cursor(found.epoch, push, at));
    }

    public Optional<Instant> nextPush(MerchantId merchant, Instant after) {
        var found = around(merchant, until(merchant, after));
        return Optional.ofNullable(found.after).map(_ -> found.nextAt);
    }

    private long until(MerchantId merchant, Instant at) {
        return database.of(merchant.value())
                .run(
                        "push until",
                        handle -> new Query(handle, UNTIL)
                                .with(merchant.value(), at)
                                .readOne(row -> row.getLong(1)));
    }

    public Position afterPush(MerchantId merchant, long push) {
        return around(merchant, push).position(push);
    }

    public Cursor oldest(MerchantId merchant) {
        return around(merchant, 0).cursor();
    }

    /// The ledger around a number, where `before` is the last push up to it and `after` the first one after it.
    /// `nextAt` is a lower bound of the times of later pushes, and nothing before `keptSince` is kept.
    private record Around(
            int epoch,
            Instant keptSince,
            long base,
            long last,
            @Nullable Long before,
            @Nullable Long after,
            Instant nextAt) {
        Position position(long push) {
            if (push > last) {
                return new Position.Ahead(last);
            }
            // Months are dropped oldest first, so numbers missing after a kept push were skipped.
            boolean begins = push == 0 && (after == null ? last == base : after == base + 1);
            if (begins || push == last || (after != null && after == push + 1) || (before != null && before == push)) {
                return new Position.Known(cursor());
            }
            return before != null || (push > 0 && push <= base) ? new Position.Skipped() : new Position.Expired();
        }

        Cursor cursor() {
            return new Cursor(epoch, after == null ? last : after - 1, nextAt);
        }
    }

    private Around around(MerchantId merchant, long push) {
        return database.of(merchant.value())
                .run(
                        "position in ledger",
                        handle -> new Query(handle, AROUND)
                                .with(merchant.value(), merchant.value(), push, merchant.value(), push)
                                .readOne(row -> new Around(
                                        row.getInt("epoch"),
                                        Columns.time(row, "kept_since"),
                                        row.getLong("base"),
                                        row.getLong("last"),
                                        row.getObject("push_before", Long.class),
                                        row.getObject("push_after", Long.class),
                                        Columns.time(row, "next_at"))));
    }
}
