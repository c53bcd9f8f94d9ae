package stockroom.catalog.ledger;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.auth.MerchantId;
import stockroom.catalog.ledger.LedgerStore.Found;
import stockroom.database.Columns;
import stockroom.database.Database;
import stockroom.database.Query;
import stockroom.limits.Limits;

/// Reads the ledger newest first. Rows are found as in [LedgerStore].
public final class HistoryStore {
    private static final String OF_PRODUCT = """
            SELECT push, at, product_id, entries, colours, colour_nos, sizes, before, after FROM stock_change
            WHERE merchant_id = ? AND product_id = ? AND push < ? AND at <= ?
            ORDER BY push DESC LIMIT ?
            """;

    /// Includes pushes with the reference that did not change the product, since they count as read.
    private static final String OF_REFERENCE_AND_PRODUCT = """
            SELECT m.push, m.at, h.product_id, coalesce(h.entries, 0) AS entries,
                   h.colours, h.colour_nos, h.sizes, h.before, h.after
            FROM (SELECT push, at FROM stock_push
                  WHERE merchant_id = ? AND reference = ? AND push < ? AND at <= ?
                  ORDER BY at DESC, push DESC LIMIT ?) m
            LEFT JOIN LATERAL (SELECT c.product_id, c.entries, c.colours, c.colour_nos, c.sizes, c.before, c.after
                               FROM stock_change c
                               WHERE c.merchant_id = ? AND c.product_id = ? AND c.push = m.push AND c.at = m.at
                               OFFSET 0) h ON true
            """;

    private static final String HISTORY_OF = LedgerStore.PUSHES + """
            FROM (SELECT n.*, sum(n.entries) OVER (ORDER BY n.push DESC) AS entries_so_far,
                         max(n.push) OVER () AS first, count(*) OVER () AS matched
                  FROM (SELECT r.* FROM (SELECT l.*, sum(20 + l.entries) OVER (ORDER BY l.push DESC) AS cost FROM (%s) l) r
                        CROSS JOIN LATERAL (SELECT ?::text AS colour, array_position(r.colours, ?) AS colour_no,
                                                   ?::smallint AS size) w
                        WHERE r.cost - 20 - r.entries < ? AND r.entries > 0
                          AND (w.colour IS NULL OR w.colour_no IS NOT NULL)
                          AND (w.size IS NULL
                               OR EXISTS (SELECT FROM unnest(r.colour_nos, r.sizes) AS e (colour_no, size)
                                          WHERE e.colour_no = coalesce(w.colour_no, e.colour_no) AND e.size = w.size))
                        ORDER BY r.push DESC LIMIT ?) n) c
            CROSS JOIN LATERAL (SELECT s.push, s.at, s.kind, s.application_id, s.account_id, s.request_id, s.reference
                                FROM stock_push s
                                WHERE s.merchant_id = ? AND s.push = c.push AND s.at = c.at
                                OFFSET 0) p
            """ + LedgerStore.WHO + """
            WHERE c.entries_so_far <= ? OR c.push = c.first
            ORDER BY c.push DESC
            """;

    /// Finds the row where [#HISTORY_OF] stopped, if it did not read all rows.
    private static final String HISTORY_END_OF = """
            SELECT l.push, l.at, l.cost
            FROM (SELECT r.push, r.at, row_number() OVER newest AS no, sum(20 + r.entries) OVER newest AS cost
                  FROM (%s) r
                  WINDOW newest AS (ORDER BY r.push DESC)) l
            WHERE l.no = ? OR l.cost >= ?
            ORDER BY l.push DESC LIMIT 1
            """;

    static final String HISTORY = HISTORY_OF.formatted(OF_PRODUCT);
    static final String HISTORY_END = HISTORY_END_OF.formatted(OF_PRODUCT);
    static final String HISTORY_BY_REFERENCE = HISTORY_OF.formatted(OF_REFERENCE_AND_PRODUCT);
    static final String HISTORY_BY_REFERENCE_END = HISTORY_END_OF.formatted(OF_REFERENCE_AND_PRODUCT);

    static final String HISTORY_OF_REFERENCE =
            LedgerStore.PUSHES + """
            FROM (SELECT n.*, sum(n.entries) OVER newest AS entries_so_far,
                         sum(20 + 20 * cardinality(n.products) + n.entries) OVER newest AS cost,
                         max(n.push) OVER () AS first, count(*) OVER () AS matched
                  FROM (SELECT push, at, kind, application_id, account_id, request_id, reference, entries, products
                        FROM stock_push
                        WHERE merchant_id = ? AND reference = ? AND push < ? AND at <= ?
                        ORDER BY at DESC, push DESC LIMIT ?) n
                  WINDOW newest AS (ORDER BY n.push DESC)) p
            """ + LedgerStore.CHANGES_OF_PUSHES + LedgerStore.WHO + """
            WHERE p.entries_so_far <= ? AND p.cost <= ? OR p.push = p.first
            ORDER BY p.push DESC, c.product_id
            """;

    private final Database database;

    public HistoryStore(Database database) {
        this.database = database;
    }

    public record Filter(
            @Nullable String reference,
            @Nullable String colour,
            @Nullable Integer size) {
        private static final Filter ALL = new Filter(null, null, null);

        private boolean takes(Push.Change change) {
            return (colour == null || colour.equals(change.color())) && (size == null || size == change.size());
        }
    }

    public record History(List<Push> pushes, Optional<Cursor> next) {
        private static History of(Found found, int limit, Cursor before) {
            var pushes =
                    found.pushes().subList(0, Math.min(limit, found.pushes().size()));
            return new History(
                    pushes,
                    found.matched() > pushes.size()
                            ? Optional.of(new Cursor(
                                    before.epoch(),
                                    pushes.getLast().push(),
                                    pushes.getLast().at()))
                            : Optional.empty());
        }
    }

    public History history(MerchantId merchant, String reference, Cursor before, int limit) {
        return database.of(merchant.value()).run("stock history of a reference", handle -> {
            var found = new Query(handle, HISTORY_OF_REFERENCE)
                    .with(merchant.value(), reference, before.push(), before.at(), limit + 1)
                    .with(merchant.value(), merchant.value(), Limits.ENTRIES_PER_REQUEST, LedgerStore.MAX_COST)
                    .read(Found::of);
            return History.of(found, limit, before);
        });
    }

    public History history(MerchantId merchant, int product, Filter filter, Cursor before, int limit) {
        var search = new Search(merchant, product, filter, limit);
        var found = database.of(merchant.value())
                .run("stock history", handle -> search.look(handle, Looked.nothing(before)));
        while (!found.full && found.cost < LedgerStore.MAX_COST) {
            // Few pushes match, so this takes long.
            var soFar = found;
            found = database.of(merchant.value()).runFew("stock history", handle -> search.look(handle, soFar));
        }
        return new History(found.pushes, found.next);
    }

    /// @param next the last row read, or empty if all were read
    /// @param full whether the page is full or nothing is left to read
    private record Looked(List<Push> pushes, Optional<Cursor> next, boolean full, int cost) {
        static Looked nothing(Cursor before) {
            return new Looked(List.of(), Optional.of(before), false, 0);
        }

        Looked and(History more, boolean isFull, int itsCost) {
            var all = new ArrayList<>(pushes);
            all.addAll(more.pushes);
            return new Looked(all, more.next, isFull, cost + itsCost);
        }
    }

    private record Search(MerchantId merchant, int product, Filter filter, int limit) {
        Looked look(Handle handle, Looked soFar) throws SQLException {
            var before = soFar.next.orElseThrow();
            int room = limit - soFar.pushes.size();
            boolean takesAll = filter.equals(Filter.ALL);
            int rowsRead = takesAll ? limit + 1 : LedgerStore.MAX_ROWS;
            // Every push matches, so those beyond the end of the page need not be read.
            int costLeft = takesAll
                    ? Limits.ENTRIES_PER_REQUEST + LedgerStore.ROW_COST * rowsRead
                    : LedgerStore.MAX_COST - soFar.cost;
            var found = rows(handle, HISTORY, HISTORY_BY_REFERENCE, before, rowsRead)
                    .with(filter.colour, filter.colour, filter.size, costLeft, room + 1)
                    .with(merchant.value(), merchant.value(), Limits.ENTRIES_PER_REQUEST)
                    .read(Found::of);
            found.pushes().forEach(push -> push.changes().removeIf(change -> !filter.takes(change)));
            var page = History.of(found, room, before);
            if (takesAll || page.next.isPresent()) {
                return soFar.and(page, true, 0);
            }
            // The next page begins after the rows that were read, whether or not they matched.
            return rows(handle, HISTORY_END, HISTORY_BY_REFERENCE_END, before, rowsRead)
                    .with(rowsRead, costLeft)
                    .read(rows -> {
                        if (!rows.next()) {
                            return soFar.and(page, true, 0);
                        }
                        var end = new Cursor(before.epoch(), rows.getLong("push"), Columns.time(rows, "at"));
                        return soFar.and(
                                new History(page.pushes, Optional.of(end)),
                                page.pushes.size() == room,
                                rows.getInt("cost"));
                    });
        }

        private Query rows(Handle handle, String ofProduct, String ofReference, Cursor before, int rows) {
            return filter.reference == null
                    ? new Query(handle, ofProduct).with(merchant.value(), product, before.push(), before.at(), rows)
                    : new Query(handle, ofReference)
                            .with(merchant.value(), filter.reference, before.push(), before.at(), rows)
                            .with(merchant.value(), product);
        }
    }
}
