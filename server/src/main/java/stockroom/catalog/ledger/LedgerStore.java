package stockroom.catalog.ledger;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.ReadBatcher;
import stockroom.limits.Limits;

/// Reads the ledger. Each statement is one snapshot. Every row is found by its key or by the beginning of one,
/// whatever the merchant has (docs/decisions/0012): hence OFFSET 0.
public final class LedgerStore {
    static final String STATE = """
            SELECT l.epoch, coalesce(c.last, l.base) AS last,
                   coalesce(c.last_at, 'epoch') AS last_at
            FROM ledger l LEFT JOIN push_counter c ON c.merchant_id = ?
            """;

    /// Whole pushes, as many as have no more changes together than an answer may.
    static final String CHANGES = """
            SELECT p.push, p.at, p.kind, p.application_id, a.name AS application, u.name AS account, p.request_id,
                   p.reference, p.matched, c.product_id, c.colours, c.colour_nos, c.sizes, c.before, c.after
            FROM (SELECT n.*, sum(n.entries) OVER (ORDER BY n.push) AS entries_so_far, min(n.push) OVER () AS first,
                         count(*) OVER () AS matched
                  FROM (SELECT push, at, kind, application_id, account_id, request_id, reference, entries, products
                        FROM stock_push
                        WHERE merchant_id = ? AND push > ? AND at >= ?
                        ORDER BY push LIMIT ?) n) p
            CROSS JOIN LATERAL unnest(p.products) AS t (product_id)
            CROSS JOIN LATERAL (SELECT h.product_id, h.colours, h.colour_nos, h.sizes, h.before, h.after FROM stock_change h
                                WHERE h.merchant_id = ? AND h.product_id = t.product_id AND h.push = p.push AND h.at = p.at
                                OFFSET 0) c
            LEFT JOIN application a ON a.application_id = p.application_id
            LEFT JOIN account u ON u.merchant_id = ? AND u.account_id = p.account_id
            WHERE p.entries_so_far <= ? OR p.push = p.first
            ORDER BY p.push, c.product_id
            """;

    private static final String OF_PRODUCT = """
            SELECT push, at, product_id, colours, colour_nos, sizes, before, after FROM stock_change
            WHERE merchant_id = ? AND product_id = ? AND push < ? AND at <= ?
            ORDER BY push DESC LIMIT ?
            """;

    /// Also the pushes that have the reference and did not change the product: they are looked at, too.
    private static final String OF_REFERENCE_AND_PRODUCT = """
            SELECT m.push, m.at, h.product_id, h.colours, h.colour_nos, h.sizes, h.before, h.after
            FROM (SELECT push, at FROM stock_push
                  WHERE merchant_id = ? AND reference = ? AND push < ? AND at <= ?
                  ORDER BY at DESC, push DESC LIMIT ?) m
            LEFT JOIN LATERAL (SELECT c.product_id, c.colours, c.colour_nos, c.sizes, c.before, c.after FROM stock_change c
                               WHERE c.merchant_id = ? AND c.product_id = ? AND c.push = m.push AND c.at = m.at
                               OFFSET 0) h ON true
            """;

    /// Pushes with their changes of one product, newest first.
    private static final String HISTORY_OF = """
            SELECT h.push, h.at, p.kind, p.application_id, a.name AS application, u.name AS account, p.request_id,
                   p.reference, h.matched, h.product_id, h.colours, h.colour_nos, h.sizes, h.before, h.after
            FROM (SELECT n.*, sum(cardinality(n.sizes)) OVER (ORDER BY n.push DESC) AS entries_so_far,
                         max(n.push) OVER () AS first, count(*) OVER () AS matched
                  FROM (SELECT r.* FROM (SELECT l.*, sum(20 + coalesce(cardinality(l.sizes), 0)) OVER (ORDER BY l.push DESC) AS cost
                                         FROM (%s) l) r
                        CROSS JOIN LATERAL (SELECT ?::text AS colour, array_position(r.colours, ?) AS colour_no) w
                        WHERE r.cost - 20 - cardinality(r.sizes) < ?
                          AND (w.colour IS NULL OR w.colour_no IS NOT NULL)
                          AND EXISTS (SELECT FROM unnest(r.colour_nos, r.sizes) AS e (colour_no, size)
                                      WHERE e.colour_no = coalesce(w.colour_no, e.colour_no) AND e.size = coalesce(?, e.size))
                        ORDER BY r.push DESC LIMIT ?) n) h
            CROSS JOIN LATERAL (SELECT s.kind, s.application_id, s.account_id, s.request_id, s.reference FROM stock_push s
                                WHERE s.merchant_id = ? AND s.push = h.push AND s.at = h.at
                                OFFSET 0) p
            LEFT JOIN application a ON a.application_id = p.application_id
            LEFT JOIN account u ON u.merchant_id = ? AND u.account_id = p.account_id
            WHERE h.entries_so_far <= ? OR h.push = h.first
            ORDER BY h.push DESC
            """;

    /// The last row that [#HISTORY_OF] looks at, if it does not look at all.
    private static final String HISTORY_END_OF = """
            SELECT l.push, l.at, l.cost
            FROM (SELECT r.push, r.at, row_number() OVER newest AS no, sum(20 + r.entries) OVER newest AS cost
                  FROM (SELECT s.push, s.at, coalesce(cardinality(s.sizes), 0) AS entries FROM (%s) s) r
                  WINDOW newest AS (ORDER BY r.push DESC)) l
            WHERE l.no = ? OR l.cost >= ?
            ORDER BY l.push DESC LIMIT 1
            """;

    static final String HISTORY = HISTORY_OF.formatted(OF_PRODUCT);
    static final String HISTORY_END = HISTORY_END_OF.formatted(OF_PRODUCT);
    static final String HISTORY_BY_REFERENCE = HISTORY_OF.formatted(OF_REFERENCE_AND_PRODUCT);
    static final String HISTORY_BY_REFERENCE_END = HISTORY_END_OF.formatted(OF_REFERENCE_AND_PRODUCT);

    /// Whole pushes with a reference, newest first.
    static final String HISTORY_OF_REFERENCE = """
            SELECT p.push, p.at, p.kind, p.application_id, a.name AS application, u.name AS account, p.request_id,
                   p.reference, p.matched, c.product_id, c.colours, c.colour_nos, c.sizes, c.before, c.after
            FROM (SELECT n.*, sum(n.entries) OVER newest AS entries_so_far,
                         sum(20 + 20 * cardinality(n.products) + n.entries) OVER newest AS cost,
                         max(n.push) OVER () AS first, count(*) OVER () AS matched
                  FROM (SELECT push, at, kind, application_id, account_id, request_id, reference, entries, products
                        FROM stock_push
                        WHERE merchant_id = ? AND reference = ? AND push < ? AND at <= ?
                        ORDER BY at DESC, push DESC LIMIT ?) n
                  WINDOW newest AS (ORDER BY n.push DESC)) p
            CROSS JOIN LATERAL unnest(p.products) AS t (product_id)
            CROSS JOIN LATERAL (SELECT h.product_id, h.colours, h.colour_nos, h.sizes, h.before, h.after FROM stock_change h
                                WHERE h.merchant_id = ? AND h.product_id = t.product_id AND h.push = p.push AND h.at = p.at
                                OFFSET 0) c
            LEFT JOIN application a ON a.application_id = p.application_id
            LEFT JOIN account u ON u.merchant_id = ? AND u.account_id = p.account_id
            WHERE p.entries_so_far <= ? AND p.cost <= ? OR p.push = p.first
            ORDER BY p.push DESC, c.product_id
            """;

    static final String HAS_HISTORY = """
            SELECT EXISTS (SELECT FROM stock_change WHERE merchant_id = ? AND product_id = ?)
            """;

    /// What may be read for one answer, each row of the ledger counted as [#ROW_COST] and each change in it as 1.
    public static final int MAX_COST = 200_000;

    public static final int ROW_COST = 20;
    /// That one statement reads.
    public static final int MAX_ROWS = 1_000;

    private final Database database;
    private final ReadBatcher<MerchantId, State> states;

    public LedgerStore(Database database) {
        this.database = database;
        this.states = database.batcher(
                "ledger state", STATE, (parameters, merchant) -> parameters.next(merchant.value()), LedgerStore::state);
    }

    /// Where the ledger and a merchant's part of it stand.
    ///
    /// @param last push; there may be none yet
    public record State(int epoch, long last, Instant lastAt) {}

    public State state(MerchantId merchant) {
        return states.read(merchant);
    }

    private static State state(ResultSet rows) throws SQLException {
        if (!rows.next()) {
            throw new IllegalStateException("the ledger has no row");
        }
        return new State(
                rows.getInt("epoch"),
                rows.getLong("last"),
                rows.getObject("last_at", OffsetDateTime.class).toInstant());
    }

    /// The pushes after a cursor, in their order; at least one where there is one.
    public List<Push> changes(MerchantId merchant, Cursor after, int limit) {
        return database.run("stock changes", handle -> {
            try (var statement = handle.getConnection().prepareStatement(CHANGES)) {
                statement.setLong(1, merchant.value());
                statement.setLong(2, after.push());
                setTime(statement, 3, after.at());
                statement.setInt(4, limit);
                statement.setLong(5, merchant.value());
                statement.setLong(6, merchant.value());
                statement.setInt(7, Limits.ENTRIES_PER_REQUEST);
                return found(statement, Filter.ALL).pushes;
            }
        });
    }

    /// Which changes of a product.
    public record Filter(
            @Nullable String reference,
            @Nullable String colour,
            @Nullable Integer size) {
        public static final Filter ALL = new Filter(null, null, null);

        private boolean takes(Push.Change change) {
            return (colour == null || colour.equals(change.color())) && (size == null || size == change.size());
        }
    }

    /// A page of it.
    ///
    /// @param next where to go on, if there is more
    public record History(List<Push> pushes, Optional<Cursor> next) {}

    /// What was looked at, and what of it matches.
    ///
    /// @param full whether an answer has no room for more
    /// @param next the last that was looked at, if there is more
    private record Looked(List<Push> pushes, boolean full, Optional<Cursor> next, int cost) {
        Looked and(Looked more) {
            return new Looked(
                    Stream.concat(pushes.stream(), more.pushes.stream()).toList(),
                    more.full,
                    more.next,
                    cost + more.cost);
        }
    }

    /// The pushes of a product before a cursor, newest first.
    public History history(MerchantId merchant, int product, Filter filter, Cursor before, int limit) {
        var found = database.run("stock history", handle -> look(handle, merchant, product, filter, before, limit, 0));
        while (!found.full && found.next.isPresent() && found.cost < MAX_COST) {
            // hardly anything matches, so that it takes long
            var so = found;
            found = so.and(database.runFew(
                    "stock history",
                    handle -> look(
                            handle,
                            merchant,
                            product,
                            filter,
                            so.next.orElseThrow(),
                            limit - so.pushes.size(),
                            so.cost)));
        }
        return new History(found.pushes, found.next);
    }

    /// The pushes with a reference before a cursor, newest first.
    public History history(MerchantId merchant, String reference, Cursor before, int limit) {
        return database.run("stock history of a reference", handle -> {
            try (var statement = handle.getConnection().prepareStatement(HISTORY_OF_REFERENCE)) {
                statement.setLong(1, merchant.value());
                statement.setString(2, reference);
                statement.setLong(3, before.push());
                setTime(statement, 4, before.at());
                statement.setInt(5, limit + 1);
                statement.setLong(6, merchant.value());
                statement.setLong(7, merchant.value());
                statement.setInt(8, Limits.ENTRIES_PER_REQUEST);
                statement.setInt(9, MAX_COST);
                var found = found(statement, Filter.ALL);
                var page = found.page(limit);
                return new History(page, found.next(page, before));
            }
        });
    }

    /// @param cost of what was looked at before
    private static Looked look(
            Handle handle, MerchantId merchant, int product, Filter filter, Cursor before, int limit, int cost)
            throws SQLException {
        // one more tells whether there is more
        int rowsRead = filter.equals(Filter.ALL) ? limit + 1 : MAX_ROWS;
        Found found;
        var sql = filter.reference == null ? HISTORY : HISTORY_BY_REFERENCE;
        try (var statement = handle.getConnection().prepareStatement(sql)) {
            int next = setHistory(statement, merchant, product, filter, before, rowsRead);
            statement.setString(next++, filter.colour);
            statement.setString(next++, filter.colour);
            statement.setInt(next++, MAX_COST - cost);
            statement.setObject(next++, filter.size, Types.SMALLINT);
            statement.setInt(next++, limit + 1);
            statement.setLong(next++, merchant.value());
            statement.setLong(next++, merchant.value());
            statement.setInt(next, Limits.ENTRIES_PER_REQUEST);
            found = found(statement, filter);
        }
        var page = found.page(limit);
        if (filter.equals(Filter.ALL) || found.matched > page.size()) {
            return new Looked(page, true, found.next(page, before), 0);
        }
        // what does not match was looked at, too
        var endSql = filter.reference == null ? HISTORY_END : HISTORY_BY_REFERENCE_END;
        try (var statement = handle.getConnection().prepareStatement(endSql)) {
            int next = setHistory(statement, merchant, product, filter, before, rowsRead);
            statement.setInt(next++, rowsRead);
            statement.setInt(next, MAX_COST - cost);
            try (var rows = statement.executeQuery()) {
                return rows.next()
                        ? new Looked(page, page.size() == limit, Optional.of(cursor(rows, before)), rows.getInt("cost"))
                        : new Looked(page, true, Optional.empty(), 0);
            }
        }
    }

    /// Whether the product has ever had stock, as far as is known.
    public boolean hasHistory(MerchantId merchant, int product) {
        return database.run("has history", handle -> {
            try (var statement = handle.getConnection().prepareStatement(HAS_HISTORY)) {
                statement.setLong(1, merchant.value());
                statement.setInt(2, product);
                try (var rows = statement.executeQuery()) {
                    return rows.next() && rows.getBoolean(1);
                }
            }
        });
    }

    /// @return the index of the next parameter
    private static int setHistory(
            PreparedStatement statement, MerchantId merchant, int product, Filter filter, Cursor before, int rows)
            throws SQLException {
        statement.setLong(1, merchant.value());
        statement.setLong(3, before.push());
        setTime(statement, 4, before.at());
        statement.setInt(5, rows);
        if (filter.reference == null) {
            statement.setInt(2, product);
            return 6;
        }
        statement.setString(2, filter.reference);
        statement.setLong(6, merchant.value());
        statement.setInt(7, product);
        return 8;
    }

    private static Cursor cursor(ResultSet row, Cursor before) throws SQLException {
        return new Cursor(
                before.epoch(),
                row.getLong("push"),
                row.getObject("at", OffsetDateTime.class).toInstant());
    }

    private static void setTime(PreparedStatement statement, int index, Instant at) throws SQLException {
        statement.setObject(index, at.atOffset(ZoneOffset.UTC));
    }

    /// @param matched pushes, of which those that an answer has room for were read
    private record Found(List<Push> pushes, int matched) {
        List<Push> page(int limit) {
            return pushes.subList(0, Math.min(limit, pushes.size()));
        }

        /// Where to go on after a page of them, if there is more.
        Optional<Cursor> next(List<Push> page, Cursor before) {
            return matched > page.size()
                    ? Optional.of(new Cursor(
                            before.epoch(),
                            page.getLast().push(),
                            page.getLast().at()))
                    : Optional.empty();
        }
    }

    /// There is a row for each product of a push.
    private static Found found(PreparedStatement statement, Filter filter) throws SQLException {
        var pushes = new ArrayList<Push>();
        int matched = 0;
        try (var rows = statement.executeQuery()) {
            while (rows.next()) {
                matched = rows.getInt("matched");
                if (pushes.isEmpty() || pushes.getLast().push() != rows.getLong("push")) {
                    pushes.add(push(rows));
                }
                changes(rows).stream()
                        .filter(filter::takes)
                        .forEach(pushes.getLast().changes()::add);
            }
        }
        return new Found(pushes, matched);
    }

    private static Push push(ResultSet row) throws SQLException {
        var appid = row.getObject("application_id", Long.class);
        return new Push(
                row.getLong("push"),
                row.getObject("at", OffsetDateTime.class).toInstant(),
                row.getString("kind"),
                appid == null ? "operator" : "application",
                appid == null ? null : appid.toString(),
                row.getString("application"),
                row.getString("account"),
                row.getString("request_id"),
                row.getString("reference"),
                new ArrayList<>());
    }

    /// What a push changed of one product.
    public static List<Push.Change> changes(ResultSet row) throws SQLException {
        int product = row.getInt("product_id");
        var colours = (String[]) row.getArray("colours").getArray();
        var colourNos = (Short[]) row.getArray("colour_nos").getArray();
        var sizes = (Short[]) row.getArray("sizes").getArray();
        var before = (@Nullable Integer[]) row.getArray("before").getArray();
        var after = (@Nullable Integer[]) row.getArray("after").getArray();
        var changes = new ArrayList<Push.Change>(sizes.length);
        for (int i = 0; i < sizes.length; i++) {
            changes.add(new Push.Change(product, colours[colourNos[i] - 1], sizes[i], before[i], after[i]));
        }
        return changes;
    }
}
