package stockroom.catalog.ledger;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.auth.MerchantId;
import stockroom.database.BatchedRead;
import stockroom.database.Columns;
import stockroom.database.Database;
import stockroom.database.Query;
import stockroom.limits.Limits;

/// Reads the ledger, each time in one snapshot. `OFFSET 0` makes the planner look rows up by index, whatever
/// the size of a merchant's data (docs/decisions/0012).
public final class LedgerStore {
    static final String STATE = """
            SELECT l.epoch, coalesce(c.last, l.base) AS last,
                   coalesce(c.last_at, 'epoch') AS last_at
            FROM ledger l LEFT JOIN push_counter c ON c.merchant_id = ?
            """;

    /// Selects a row for each product `c` of a push `p`. `matched` is the number of pushes.
    static final String PUSHES = """
            SELECT p.push, p.at, p.kind, p.application_id, a.name AS application, u.name AS account, p.request_id,
                   p.reference, matched, c.product_id, c.colours, c.colour_nos, c.sizes, c.before, c.after
            """;

    static final String CHANGES_OF_PUSHES = """
            CROSS JOIN LATERAL unnest(p.products) AS t (product_id)
            CROSS JOIN LATERAL (SELECT h.product_id, h.colours, h.colour_nos, h.sizes, h.before, h.after FROM stock_change h
                                WHERE h.merchant_id = ? AND h.product_id = t.product_id AND h.push = p.push AND h.at = p.at
                                OFFSET 0) c
            """;

    static final String WHO = """
            LEFT JOIN application a ON a.application_id = p.application_id
            LEFT JOIN account u ON u.merchant_id = ? AND u.account_id = p.account_id
            """;

    /// Reads whole pushes until their changes reach the limit of a response.
    static final String CHANGES = PUSHES + """
            FROM (SELECT n.*, sum(n.entries) OVER (ORDER BY n.push) AS entries_so_far, min(n.push) OVER () AS first,
                         count(*) OVER () AS matched
                  FROM (SELECT push, at, kind, application_id, account_id, request_id, reference, entries, products
                        FROM stock_push
                        WHERE merchant_id = ? AND push > ? AND at >= ?
                        ORDER BY push LIMIT ?) n) p
            """ + CHANGES_OF_PUSHES + WHO + """
            WHERE p.entries_so_far <= ? OR p.push = p.first
            ORDER BY p.push, c.product_id
            """;

    static final String HAS_HISTORY = """
            SELECT EXISTS (SELECT FROM stock_change WHERE merchant_id = ? AND product_id = ?)
            """;

    /// Bounds what one response may read: a ledger row costs [#ROW_COST], each change in it 1.
    public static final int MAX_COST = 200_000;

    public static final int ROW_COST = 20;
    public static final int MAX_ROWS = 1_000;

    private final Database database;
    private final BatchedRead<MerchantId, State> states;

    public LedgerStore(Database database) {
        this.database = database;
        this.states = database.batcher(
                "ledger state",
                STATE,
                MerchantId::value,
                (parameters, merchant) -> parameters.next(merchant.value()),
                LedgerStore::state);
    }

    /// The end of a merchant's ledger. Without pushes, `last` is the number before the first one.
    public record State(int epoch, long last, Instant lastAt) {}

    public State state(MerchantId merchant) {
        return states.read(merchant);
    }

    private static State state(ResultSet rows) throws SQLException {
        if (!rows.next()) {
            throw new IllegalStateException("the ledger has no row");
        }
        return new State(rows.getInt("epoch"), rows.getLong("last"), Columns.time(rows, "last_at"));
    }

    /// Returns the pushes after a cursor in order, at least one if there is any.
    public List<Push> changes(MerchantId merchant, Cursor after, int limit) {
        return database.of(merchant.value())
                .run(
                        "stock changes",
                        handle -> new Query(handle, CHANGES)
                                .with(merchant.value(), after.push(), after.at(), limit)
                                .with(merchant.value(), merchant.value(), Limits.ENTRIES_PER_REQUEST)
                                .read(Found::of)
                                .pushes());
    }

    public boolean hasHistory(MerchantId merchant, int product) {
        return database.of(merchant.value()).run("has history", handle -> hasHistory(handle, merchant, product));
    }

    static boolean hasHistory(Handle handle, MerchantId merchant, int product) throws SQLException {
        return new Query(handle, HAS_HISTORY).with(merchant.value(), product).readOne(row -> row.getBoolean(1));
    }

    /// @param matched number of matching pushes, including those that do not fit into the response
    record Found(List<Push> pushes, int matched) {
        static Found of(ResultSet rows) throws SQLException {
            var pushes = new ArrayList<Push>();
            int matched = 0;
            while (rows.next()) {
                matched = rows.getInt("matched");
                if (pushes.isEmpty() || pushes.getLast().push() != rows.getLong("push")) {
                    pushes.add(push(rows));
                }
                pushes.getLast().changes().addAll(LedgerStore.changes(rows));
            }
            return new Found(pushes, matched);
        }
    }

    private static Push push(ResultSet row) throws SQLException {
        var appid = row.getObject("application_id", Long.class);
        return new Push(
                row.getLong("push"),
                Columns.time(row, "at"),
                row.getString("kind"),
                appid == null ? "operator" : "application",
                appid == null ? null : appid.toString(),
                row.getString("application"),
                row.getString("account"),
                row.getString("request_id"),
                row.getString("reference"),
                new ArrayList<>());
    }

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
