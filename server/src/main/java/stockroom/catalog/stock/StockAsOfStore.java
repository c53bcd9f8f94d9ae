package stockroom.catalog.stock;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.auth.MerchantId;
import stockroom.catalog.ledger.LedgerStore;
import stockroom.catalog.stock.StockStore.Colour;
import stockroom.catalog.stock.StockStore.Entries;
import stockroom.database.Columns;
import stockroom.database.Database;
import stockroom.database.Query;

/// Computes past stock by undoing later changes on the present stock.
final class StockAsOfStore {
    private static final String CHANGES_SINCE = """
            SELECT 0 AS colour_no, '' AS colour, c.sizes, NULL::integer[] AS quantities, c.bar_codes,
                   c.push, c.product_id, c.colours, c.colour_nos, c.before, c.after, c.places
            FROM (SELECT n.*, sum(20 + n.entries) OVER (ORDER BY n.push DESC) AS cost
                  FROM (SELECT h.push, h.at, h.product_id, h.entries, h.colours, h.colour_nos, h.sizes, h.before,
                               h.after, h.bar_codes, h.places
                        FROM stock_change h WHERE h.merchant_id = ? AND h.product_id = ? AND h.push < ?
                        ORDER BY h.push DESC LIMIT ?) n) c
            WHERE c.at > ? AND c.push > ? AND c.cost - 20 - c.entries <= ?
            """;

    static final String OLDER_CHANGES = CHANGES_SINCE + "ORDER BY push DESC";

    /// Reads the changes since a moment, newest first, and then the present stock.
    static final String AS_OF = CHANGES_SINCE + """
            UNION ALL
            SELECT s.colour_no, s.colour, s.sizes, s.quantities, s.bar_codes, 0, s.product_id, NULL, NULL, NULL, NULL,
                   NULL
            FROM stock s WHERE s.merchant_id = ? AND s.product_id = ?
            ORDER BY push DESC, colour_no
            """;

    private final Database database;

    StockAsOfStore(Database database) {
        this.database = database;
    }

    /// Returns Many if too many changes must be undone, and NoProduct if there is neither stock nor a later
    /// change. So a deleted product exists as long as the ledger keeps such changes.
    Entries entriesOf(MerchantId merchant, int product, AsOf asOf) {
        return database.of(merchant.value()).runFew("stock as of", handle -> {
            var stock = new TakenBack(merchant, product, asOf);
            // Further reads continue below the oldest push read, so new pushes do not affect them.
            for (int rows = stock.readFirst(handle);
                    rows == LedgerStore.MAX_ROWS && !stock.isTooMuch();
                    rows = stock.readOlder(handle)) {}
            return stock.then();
        });
    }

    /// A product's stock while changes are undone, newest first: the earliest change of an entry decides.
    private static final class TakenBack {
        private final MerchantId merchant;
        private final int product;
        private final AsOf asOf;
        private final Map<String, TreeMap<Integer, StockEntry>> stock = new LinkedHashMap<>();
        private final Map<String, Map<Integer, Was>> before = new HashMap<>();
        /// The order of the colours.
        private final Map<String, Integer> places = new HashMap<>();

        private long oldest = Long.MAX_VALUE;
        private int cost;

        TakenBack(MerchantId merchant, int product, AsOf asOf) {
            this.merchant = merchant;
            this.product = product;
            this.asOf = asOf;
        }

        /// @param quantity null if there was no entry
        /// @param barCode the code of an entry deleted since; an existing entry keeps its present one
        private record Was(
                @Nullable Integer quantity, @Nullable String barCode) {}

        /// Returns the number of ledger rows read.
        int readFirst(Handle handle) throws SQLException {
            return changes(handle, AS_OF).with(merchant.value(), product).read(this::read);
        }

        int readOlder(Handle handle) throws SQLException {
            return changes(handle, OLDER_CHANGES).read(this::read);
        }

        private Query changes(Handle handle, String sql) {
            return new Query(handle, sql)
                    .with(merchant.value(), product, oldest, LedgerStore.MAX_ROWS)
                    .with(asOf.at(), asOf.push(), LedgerStore.MAX_COST - cost);
        }

        private int read(ResultSet rows) throws SQLException {
            int count = 0;
            while (rows.next()) {
                if (rows.getLong("push") == 0) {
                    var colour = Colour.of(rows);
                    var entries = stock.computeIfAbsent(colour.name(), _ -> new TreeMap<>());
                    colour.entries(product).forEach(entry -> entries.put(entry.size(), entry));
                    places.putIfAbsent(colour.name(), rows.getInt("colour_no"));
                } else {
                    count++;
                    oldest = rows.getLong("push");
                    takeBack(rows);
                }
            }
            return count;
        }

        private void takeBack(ResultSet row) throws SQLException {
            var changes = LedgerStore.changes(row);
            List<@Nullable String> barCodes = Columns.list(row, "bar_codes");
            cost += LedgerStore.ROW_COST + changes.size();
            for (int i = 0; i < changes.size(); i++) {
                var change = changes.get(i);
                var sizes = before.computeIfAbsent(change.color(), _ -> new HashMap<>());
                var later = sizes.get(change.size());
                var barCode = later == null ? null : later.barCode;
                if (change.stock() == null) {
                    barCode = barCodes == null ? null : barCodes.get(i);
                }
                sizes.put(change.size(), new Was(change.before(), barCode));
            }
            List<@Nullable Integer> colourNos = Columns.list(row, "places");
            if (colourNos != null) {
                var colours = Columns.texts(row, "colours");
                for (int i = 0; i < colours.size(); i++) {
                    var place = colourNos.get(i);
                    if (place != null) {
                        places.put(colours.get(i), place);
                    }
                }
            }
        }

        boolean isTooMuch() {
            return cost > LedgerStore.MAX_COST;
        }

        Entries then() {
            if (isTooMuch()) {
                return new Entries.Many();
            }
            before.forEach(this::takeBack);
            var entries = stock.entrySet().stream()
                    .sorted(Comparator.comparing(colour -> places.getOrDefault(colour.getKey(), Integer.MAX_VALUE)))
                    .flatMap(colour -> colour.getValue().values().stream())
                    .toList();
            if (!entries.isEmpty()) {
                return new Entries.Found(entries);
            }
            return cost > 0 ? new Entries.NoStock() : new Entries.NoProduct();
        }

        private void takeBack(String colour, Map<Integer, Was> sizes) {
            var guid = new StockGuid(product, colour);
            var entries = stock.computeIfAbsent(colour, _ -> new TreeMap<>());
            sizes.forEach((size, was) -> {
                var now = entries.remove(size);
                if (was.quantity != null) {
                    var barCode = now == null ? was.barCode : now.barCode();
                    entries.put(size, new StockEntry(guid.ofSize(size), barCode, colour, size, was.quantity));
                }
            });
        }
    }
}
