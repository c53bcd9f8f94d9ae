package stockroom.catalog;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.auth.MerchantId;
import stockroom.catalog.ledger.Cursor;
import stockroom.catalog.ledger.LedgerStore;
import stockroom.catalog.ledger.Push;
import stockroom.database.Database;
import stockroom.database.Parameters;
import stockroom.database.ReadBatcher;
import stockroom.limits.Limits;

/// Stock entries as they are, and as they were.
public final class StockStore {
    /// Of one table, by the beginning of its key: what a distributed database finds quickest.
    static final String COLOURS = """
            SELECT colour, sizes, quantities, bar_codes FROM stock
            WHERE merchant_id = ? AND product_id = ?
            ORDER BY colour_no
            """;

    /// The same, of products with little stock. Longer lists are read again, few at a time: a whole batch of them would
    /// take too much memory.
    static final String FEW_COLOURS = """
            SELECT colour, CASE WHEN cardinality(sizes) <= 30 THEN sizes END AS sizes,
                   CASE WHEN cardinality(sizes) <= 30 THEN quantities END AS quantities,
                   CASE WHEN cardinality(sizes) <= 30 THEN bar_codes END AS bar_codes
            FROM stock
            WHERE merchant_id = ? AND product_id = ?
            ORDER BY colour_no
            LIMIT 21
            """;

    private static final int MAX_COLOURS = 20;
    /// More take much memory.
    private static final int MANY_ENTRIES = 600;

    static final String PRODUCT = "SELECT FROM product WHERE merchant_id = ? AND product_id = ?";

    private static final String CHANGES_SINCE = """
            SELECT 0 AS colour_no, '' AS colour, c.sizes, NULL::integer[] AS quantities, c.bar_codes,
                   c.push, c.product_id, c.colours, c.colour_nos, c.before, c.after, c.places
            FROM (SELECT n.*, sum(20 + cardinality(n.sizes)) OVER (ORDER BY n.push DESC) AS cost
                  FROM (SELECT h.push, h.at, h.product_id, h.colours, h.colour_nos, h.sizes, h.before, h.after,
                               h.bar_codes, h.places
                        FROM stock_change h WHERE h.merchant_id = ? AND h.product_id = ? AND h.push < ?
                        ORDER BY h.push DESC LIMIT ?) n) c
            WHERE c.at > ? AND c.push > ? AND c.cost - 20 - cardinality(c.sizes) <= ?
            """;

    /// What has changed since, the newest first.
    static final String OLDER_CHANGES = CHANGES_SINCE + "ORDER BY push DESC";

    /// The same, then the stock there is.
    static final String AS_OF = CHANGES_SINCE + """
            UNION ALL
            SELECT s.colour_no, s.colour, s.sizes, s.quantities, s.bar_codes, 0, s.product_id, NULL, NULL, NULL, NULL,
                   NULL
            FROM stock s WHERE s.merchant_id = ? AND s.product_id = ?
            ORDER BY push DESC, colour_no
            """;

    /// Of many products, how much stock they have.
    static final String SIZES =
            "SELECT product_id, entries FROM product WHERE merchant_id = ? AND product_id = ANY (?)";

    static final String STOCK_OF_MANY = """
            SELECT product_id, colour, sizes, quantities, bar_codes FROM stock
            WHERE merchant_id = ? AND product_id = ANY (?)
            ORDER BY product_id, colour_no
            """;

    /// Products, their stock and how far the pushes have come, of one moment.
    static final String STOCK_WITH_CURSOR = """
            SELECT l.epoch, coalesce(c.last, l.base) AS last, coalesce(c.last_at, 'epoch') AS last_at,
                   p.product_id, s.colour, s.sizes, s.quantities, s.bar_codes
            FROM ledger l
            LEFT JOIN push_counter c ON c.merchant_id = ?
            CROSS JOIN LATERAL unnest(?::integer[]) AS t (product_id)
            LEFT JOIN LATERAL (SELECT e.product_id FROM product e
                               WHERE e.merchant_id = ? AND e.product_id = t.product_id OFFSET 0) p ON true
            LEFT JOIN LATERAL (SELECT k.colour_no, k.colour, k.sizes, k.quantities, k.bar_codes FROM stock k
                               WHERE k.merchant_id = ? AND k.product_id = t.product_id OFFSET 0) s ON true
            ORDER BY p.product_id, s.colour_no
            """;

    private final Database database;
    private final ReadBatcher<Product, List<Colour>> fewColours;
    private final ReadBatcher<Product, Boolean> exists;

    public StockStore(Database database) {
        this.database = database;
        this.fewColours = database.batcher("stock entries", FEW_COLOURS, Product::set, Colour::read);
        this.exists = database.batcher("product of stock", PRODUCT, Product::set, ResultSet::next);
    }

    private record Product(MerchantId merchant, int id) {
        static void set(Parameters parameters, Product product) throws SQLException {
            parameters.next(product.merchant.value()).next(product.id);
        }
    }

    sealed interface Entries {
        record Found(List<StockEntry> entries) implements Entries {}

        /// More than are read together with others': [#longList] has them.
        record Many() implements Entries {}

        record NoStock() implements Entries {}

        record NoProduct() implements Entries {}
    }

    /// One colour.
    ///
    /// @param sizes null where there are many, and so are the others
    private record Colour(
            String name,
            @Nullable List<Short> sizes,
            @Nullable List<Integer> quantities,
            @Nullable List<@Nullable String> barCodes) {
        static List<Colour> read(ResultSet rows) throws SQLException {
            var colours = new ArrayList<Colour>();
            while (rows.next()) {
                colours.add(of(rows));
            }
            return colours;
        }

        static Colour of(ResultSet row) throws SQLException {
            return new Colour(
                    row.getString("colour"), list(row, "sizes"), list(row, "quantities"), list(row, "bar_codes"));
        }

        /// Its entries with the quantities of some sizes taken back; empty where there was no entry.
        ///
        /// @param taken bar codes of sizes that were deleted since; those of sizes that are there are today's
        List<StockEntry> asBefore(
                int product, Map<Integer, Optional<Integer>> before, Map<Integer, @Nullable String> taken) {
            var then = new TreeMap<Integer, StockEntry>();
            entries(product, List.of(this)).forEach(entry -> then.put(entry.size(), entry));
            var guid = new StockGuid(product, name);
            before.forEach((size, quantity) -> {
                var now = then.remove(size);
                var barCode = now == null ? taken.get(size) : now.barCode();
                quantity.ifPresent(was -> then.put(size, new StockEntry(guid.ofSize(size), barCode, name, size, was)));
            });
            return List.copyOf(then.values());
        }

        @SuppressWarnings("unchecked")
        private static <E extends @Nullable Object> @Nullable List<E> list(ResultSet rows, String column)
                throws SQLException {
            var array = rows.getArray(column);
            return array == null ? null : Arrays.asList((E[]) array.getArray());
        }
    }

    Entries entriesOf(MerchantId merchant, int id) {
        var product = new Product(merchant, id);
        var colours = fewColours.read(product);
        if (colours.size() > MAX_COLOURS || colours.stream().anyMatch(colour -> colour.sizes == null)) {
            return new Entries.Many();
        }
        var entries = entries(id, colours);
        if (!entries.isEmpty()) {
            return new Entries.Found(entries);
        }
        return exists.read(product) ? new Entries.NoStock() : new Entries.NoProduct();
    }

    boolean hasProduct(MerchantId merchant, int id) {
        return exists.read(new Product(merchant, id));
    }

    /// The stock of a product as it was; many where more has changed since than is read for it. A product that is
    /// gone was there as long as it had changes to come.
    Entries asOf(MerchantId merchant, int product, AsOf asOf) {
        var then = database.runFew("stock as of", handle -> {
            var taken = new TakenBack(product);
            // later pages have what was pushed before the first: it changes no more
            for (int rows = taken.read(handle, AS_OF, merchant, asOf);
                    rows == LedgerStore.MAX_ROWS && !taken.isTooMuch();
                    rows = taken.read(handle, OLDER_CHANGES, merchant, asOf)) {}
            return taken.then();
        });
        return then instanceof Entries.NoProduct && hasProduct(merchant, product) ? new Entries.NoStock() : then;
    }

    /// A product's stock while changes are taken back, the newest first.
    private static final class TakenBack {
        private final int product;
        /// Of each colour and size that has changed since, the earliest change decides, which comes last. Likewise of
        /// bar codes that were deleted, and of the places of colours.
        private final Map<String, Map<Integer, Optional<Integer>>> before = new HashMap<>();

        private final Map<String, Map<Integer, @Nullable String>> barCodes = new HashMap<>();
        private final Map<String, Integer> places = new HashMap<>();
        private final List<Colour> stock = new ArrayList<>();
        private long oldest = Long.MAX_VALUE;
        private int cost;

        TakenBack(int product) {
            this.product = product;
        }

        /// Answers how many rows of the ledger it read.
        int read(Handle handle, String sql, MerchantId merchant, AsOf asOf) throws SQLException {
            try (var statement = handle.getConnection().prepareStatement(sql)) {
                statement.setLong(1, merchant.value());
                statement.setInt(2, product);
                statement.setLong(3, oldest);
                statement.setInt(4, LedgerStore.MAX_ROWS);
                statement.setObject(5, asOf.at().atOffset(ZoneOffset.UTC));
                statement.setLong(6, asOf.push());
                statement.setInt(7, LedgerStore.MAX_COST - cost);
                if (sql.equals(AS_OF)) {
                    statement.setLong(8, merchant.value());
                    statement.setInt(9, product);
                }
                try (var rows = statement.executeQuery()) {
                    return read(rows);
                }
            }
        }

        private int read(ResultSet rows) throws SQLException {
            int count = 0;
            while (rows.next()) {
                if (rows.getLong("push") == 0) {
                    stock.add(Colour.of(rows));
                    places.putIfAbsent(rows.getString("colour"), rows.getInt("colour_no"));
                    continue;
                }
                count++;
                oldest = rows.getLong("push");
                takeBack(
                        LedgerStore.changes(rows),
                        Colour.<@Nullable String>list(rows, "bar_codes"),
                        Colour.<@Nullable Integer>list(rows, "places"),
                        Objects.requireNonNull(Colour.<String>list(rows, "colours")));
            }
            return count;
        }

        /// @param codes of the changes
        /// @param colourNos of the colours
        private void takeBack(
                List<Push.Change> changes,
                @Nullable List<@Nullable String> codes,
                @Nullable List<@Nullable Integer> colourNos,
                List<String> colours) {
            cost += LedgerStore.ROW_COST + changes.size();
            for (int i = 0; i < changes.size(); i++) {
                var change = changes.get(i);
                before.computeIfAbsent(change.color(), _ -> new HashMap<>())
                        .put(change.size(), Optional.ofNullable(change.before()));
                if (change.stock() == null) {
                    barCodes.computeIfAbsent(change.color(), _ -> new HashMap<>())
                            .put(change.size(), codes == null ? null : codes.get(i));
                }
            }
            for (int i = 0; colourNos != null && i < colours.size(); i++) {
                var place = colourNos.get(i);
                if (place != null) {
                    places.put(colours.get(i), place);
                }
            }
        }

        boolean isTooMuch() {
            return cost > LedgerStore.MAX_COST;
        }

        /// No product where it had no stock, and nothing was taken back.
        Entries then() {
            if (isTooMuch()) {
                return new Entries.Many();
            }
            var entries = entries();
            if (entries.isEmpty()) {
                return cost > 0 ? new Entries.NoStock() : new Entries.NoProduct();
            }
            return new Entries.Found(entries);
        }

        private List<StockEntry> entries() {
            var gone = new HashSet<>(before.keySet());
            stock.forEach(colour -> gone.remove(colour.name));
            return Stream.concat(
                            stock.stream(), gone.stream().map(name -> new Colour(name, List.of(), List.of(), null)))
                    .sorted(Comparator.comparing(colour -> places.getOrDefault(colour.name, Integer.MAX_VALUE)))
                    .flatMap(colour -> colour
                            .asBefore(
                                    product,
                                    before.getOrDefault(colour.name, Map.of()),
                                    barCodes.getOrDefault(colour.name, Map.of()))
                            .stream())
                    .toList();
        }
    }

    /// @param rest products for which the answer has no room
    /// @param cursor null where it was not asked for
    record Batch(
            List<ProductStock> stock,
            List<Integer> missing,
            List<Integer> rest,
            @Nullable String cursor) {}

    record ProductStock(int productid, List<StockEntry> stock) {}

    /// The stock of many products, in the order in which they are asked for.
    Batch batch(MerchantId merchant, Collection<Integer> products) {
        var part = part(merchant, products);
        var found = new ArrayList<>(part.read);
        found.removeAll(part.missing);
        var stock = run(part, "stock batch", handle -> stockOf(handle, merchant, found));
        return new Batch(stock, part.missing, part.rest, null);
    }

    /// The same with the cursor of that moment. What is missing is of that moment, too: the changes after the cursor
    /// have all that was added later.
    Batch batchWithCursor(MerchantId merchant, Collection<Integer> products) {
        var part = part(merchant, products);
        return run(part, "stock batch with cursor", handle -> stockWithCursor(handle, merchant, part));
    }

    /// What one answer has room for.
    ///
    /// @param read with those that are missing
    private record Part(List<Integer> read, List<Integer> rest, List<Integer> missing, int entries) {}

    private Part part(MerchantId merchant, Collection<Integer> products) {
        var counts = database.run("sizes of stocks", handle -> {
            try (var statement = handle.getConnection().prepareStatement(SIZES)) {
                statement.setLong(1, merchant.value());
                statement.setArray(2, array(handle, products));
                try (var rows = statement.executeQuery()) {
                    var found = new HashMap<Integer, Integer>();
                    while (rows.next()) {
                        found.put(rows.getInt("product_id"), rows.getInt("entries"));
                    }
                    return found;
                }
            }
        });
        var read = new ArrayList<Integer>();
        var rest = new ArrayList<Integer>();
        int entries = 0;
        for (var id : products) {
            int more = counts.getOrDefault(id, 0);
            if (!counts.containsKey(id) || (rest.isEmpty() && entries + more <= Limits.ENTRIES_PER_REQUEST)) {
                entries += more;
                read.add(id);
            } else {
                rest.add(id);
            }
        }
        var missing = products.stream().filter(id -> !counts.containsKey(id)).toList();
        return new Part(read, rest, missing, entries);
    }

    private <T> T run(Part part, String name, Database.Statements<T> work) {
        return part.entries > MANY_ENTRIES ? database.runFew("long " + name, work) : database.run(name, work);
    }

    private static List<ProductStock> stockOf(Handle handle, MerchantId merchant, List<Integer> products)
            throws SQLException {
        try (var statement = handle.getConnection().prepareStatement(STOCK_OF_MANY)) {
            statement.setLong(1, merchant.value());
            statement.setArray(2, array(handle, products));
            var found = new LinkedHashMap<Integer, List<StockEntry>>();
            products.forEach(id -> found.put(id, new ArrayList<>()));
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    int id = rows.getInt("product_id");
                    Objects.requireNonNull(found.get(id)).addAll(entries(id, List.of(Colour.of(rows))));
                }
            }
            return stocks(found);
        }
    }

    private static Batch stockWithCursor(Handle handle, MerchantId merchant, Part part) throws SQLException {
        try (var statement = handle.getConnection().prepareStatement(STOCK_WITH_CURSOR)) {
            statement.setLong(1, merchant.value());
            statement.setArray(2, array(handle, part.read));
            statement.setLong(3, merchant.value());
            statement.setLong(4, merchant.value());
            // in the order in which they are asked for
            var found = new TreeMap<Integer, List<StockEntry>>(Comparator.comparingInt(part.read::indexOf));
            String cursor = null;
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    cursor = cursor == null ? cursor(rows).text(Cursor.Scope.changes(merchant)) : cursor;
                    int id = rows.getInt("product_id");
                    if (id != 0) {
                        var entries = found.computeIfAbsent(id, _ -> new ArrayList<>());
                        if (rows.getString("colour") != null) {
                            entries.addAll(entries(id, List.of(Colour.of(rows))));
                        }
                    }
                }
            }
            var missing =
                    part.read.stream().filter(id -> !found.containsKey(id)).toList();
            return new Batch(stocks(found), missing, part.rest, cursor);
        }
    }

    private static Cursor cursor(ResultSet row) throws SQLException {
        return new Cursor(
                row.getInt("epoch"),
                row.getLong("last"),
                row.getObject("last_at", OffsetDateTime.class).toInstant());
    }

    private static List<ProductStock> stocks(Map<Integer, List<StockEntry>> found) {
        return found.entrySet().stream()
                .map(each -> new ProductStock(each.getKey(), each.getValue()))
                .toList();
    }

    /// What is made of a long list, while few others are being made; nothing if the product is gone.
    <T> Optional<T> longList(MerchantId merchant, int product, Function<List<StockEntry>, T> work) {
        return database.runFew("long stock list", handle -> {
            try (var statement = handle.getConnection().prepareStatement(COLOURS)) {
                Product.set(new Parameters.Prepared(statement), new Product(merchant, product));
                try (var rows = statement.executeQuery()) {
                    var entries = entries(product, Colour.read(rows));
                    return entries.isEmpty() ? Optional.empty() : Optional.of(work.apply(entries));
                }
            }
        });
    }

    private static List<StockEntry> entries(int product, List<Colour> colours) {
        var entries = new ArrayList<StockEntry>();
        for (var colour : colours) {
            var guid = new StockGuid(product, colour.name);
            var sizes = Objects.requireNonNull(colour.sizes);
            var quantities = Objects.requireNonNull(colour.quantities);
            for (int i = 0; i < sizes.size(); i++) {
                entries.add(new StockEntry(
                        guid.ofSize(sizes.get(i)),
                        colour.barCodes == null ? null : colour.barCodes.get(i),
                        colour.name,
                        sizes.get(i),
                        quantities.get(i)));
            }
        }
        return entries;
    }

    private static Array array(Handle handle, Collection<Integer> numbers) throws SQLException {
        return handle.getConnection().createArrayOf("int4", numbers.toArray(Integer[]::new));
    }
}
