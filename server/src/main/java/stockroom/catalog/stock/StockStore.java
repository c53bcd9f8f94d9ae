package stockroom.catalog.stock;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.auth.MerchantId;
import stockroom.catalog.ledger.Cursor;
import stockroom.database.BatchedRead;
import stockroom.database.Columns;
import stockroom.database.Database;
import stockroom.database.Parameters;
import stockroom.database.Query;

public final class StockStore {
    /// Reads one table by the beginning of its key, which is fastest on a cluster.
    static final String COLOURS = """
            SELECT colour, sizes, quantities, bar_codes FROM stock
            WHERE merchant_id = ? AND product_id = ?
            ORDER BY colour_no
            """;

    /// Longer lists are read again, few at a time: a whole batch of them would take too much memory.
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
    /// Reads of more entries are limited in number because they take much memory.
    private static final int MANY_ENTRIES = 600;

    static final String PRODUCT = "SELECT FROM product WHERE merchant_id = ? AND product_id = ?";

    static final String SIZES =
            "SELECT product_id, entries FROM product WHERE merchant_id = ? AND product_id = ANY (?)";

    static final String STOCK_OF_MANY = """
            SELECT product_id, colour, sizes, quantities, bar_codes FROM stock
            WHERE merchant_id = ? AND product_id = ANY (?)
            ORDER BY product_id, colour_no
            """;

    /// Reads products, their stock and the merchant's last push in one snapshot.
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
    private final BatchedRead<Product, List<Colour>> fewColours;
    private final BatchedRead<Product, Boolean> exists;

    public StockStore(Database database) {
        this.database = database;
        this.fewColours = database.batcher("stock entries", FEW_COLOURS, Product::owner, Product::set, Colour::read);
        this.exists = database.batcher("product of stock", PRODUCT, Product::owner, Product::set, ResultSet::next);
    }

    private record Product(MerchantId merchant, int id) {
        long owner() {
            return merchant.value();
        }

        static void set(Parameters parameters, Product product) throws SQLException {
            parameters.next(product.merchant.value()).next(product.id);
        }
    }

    sealed interface Entries {
        record Found(List<StockEntry> entries) implements Entries {}

        /// There are too many to read in a batch with others: use [#longList].
        record Many() implements Entries {}

        record NoStock() implements Entries {}

        record NoProduct() implements Entries {}
    }

    /// @param sizes null if there are many, as are the quantities and bar codes
    record Colour(
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
                    row.getString("colour"),
                    Columns.list(row, "sizes"),
                    Columns.list(row, "quantities"),
                    Columns.list(row, "bar_codes"));
        }

        List<StockEntry> entries(int product) {
            var entries = new ArrayList<StockEntry>();
            var guid = new StockGuid(product, name);
            var all = Objects.requireNonNull(sizes);
            for (int i = 0; i < all.size(); i++) {
                entries.add(new StockEntry(
                        guid.ofSize(all.get(i)),
                        barCodes == null ? null : barCodes.get(i),
                        name,
                        all.get(i),
                        Objects.requireNonNull(quantities).get(i)));
            }
            return entries;
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

    /// @param rest products that did not fit into the response
    record Batch(
            List<ProductStock> stock,
            List<Integer> missing,
            List<Integer> rest,
            @Nullable String cursor) {}

    /// @param barCodes the requested codes, or null if the request named products
    record ProductStock(
            int productid,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<String> barCodes,

            List<StockEntry> stock) {}

    Batch batch(MerchantId merchant, Collection<Integer> products) {
        return batch(merchant, part(merchant, products));
    }

    Batch batch(MerchantId merchant, BarCodeStore.Part part) {
        var known = new ArrayList<>(part.read());
        known.removeAll(part.missing());
        var stock = run(
                merchant,
                part,
                "stock batch",
                handle -> new Query(handle, STOCK_OF_MANY)
                        .with(merchant.value())
                        .withNumbers(known)
                        .read(rows -> {
                            var found = new LinkedHashMap<Integer, List<StockEntry>>();
                            known.forEach(id -> found.put(id, new ArrayList<>()));
                            while (rows.next()) {
                                int id = rows.getInt("product_id");
                                Objects.requireNonNull(found.get(id))
                                        .addAll(Colour.of(rows).entries(id));
                            }
                            return stocks(found);
                        }));
        return new Batch(stock, part.missing(), part.rest(), null);
    }

    /// Missing products are read in the snapshot too: the changes after the cursor contain later additions.
    Batch batchWithCursor(MerchantId merchant, Collection<Integer> products) {
        var part = part(merchant, products);
        return run(merchant, part, "stock batch with cursor", handle -> withCursor(handle, merchant, part));
    }

    static Batch withCursor(Handle handle, MerchantId merchant, BarCodeStore.Part part) throws SQLException {
        return new Query(handle, STOCK_WITH_CURSOR)
                .with(merchant.value())
                // Without a product there would be no row and no cursor.
                .withNumbers(part.read().isEmpty() ? List.of(0) : part.read())
                .with(merchant.value(), merchant.value())
                .read(rows -> withCursor(rows, merchant, part));
    }

    private static Batch withCursor(ResultSet rows, MerchantId merchant, BarCodeStore.Part part) throws SQLException {
        var places = new HashMap<Integer, Integer>();
        part.read().forEach(id -> places.put(id, places.size()));
        // Products keep their requested order.
        var found = new TreeMap<Integer, List<StockEntry>>(Comparator.comparingInt(id -> places.getOrDefault(id, 0)));
        Cursor cursor = null;
        while (rows.next()) {
            cursor = new Cursor(rows.getInt("epoch"), rows.getLong("last"), Columns.time(rows, "last_at"));
            int id = rows.getInt("product_id");
            if (id != 0) {
                var entries = found.computeIfAbsent(id, _ -> new ArrayList<>());
                if (rows.getString("colour") != null) {
                    entries.addAll(Colour.of(rows).entries(id));
                }
            }
        }
        var missing = part.read().stream().filter(id -> !found.containsKey(id)).toList();
        var text = cursor == null ? null : cursor.text(Cursor.Scope.changes(merchant));
        return new Batch(stocks(found), missing, part.rest(), text);
    }

    private BarCodeStore.Part part(MerchantId merchant, Collection<Integer> products) {
        var counts = database.of(merchant.value())
                .run(
                        "sizes of stocks",
                        handle -> new Query(handle, SIZES)
                                .with(merchant.value())
                                .withNumbers(products)
                                .read(rows -> {
                                    var found = new HashMap<Integer, Integer>();
                                    while (rows.next()) {
                                        found.put(rows.getInt("product_id"), rows.getInt("entries"));
                                    }
                                    return found;
                                }));
        return BarCodeStore.Part.of(products, counts);
    }

    private <T> T run(MerchantId merchant, BarCodeStore.Part part, String name, Database.Statements<T> work) {
        var its = database.of(merchant.value());
        return part.entries() > MANY_ENTRIES ? its.runFew("long " + name, work) : its.run(name, work);
    }

    private static List<ProductStock> stocks(Map<Integer, List<StockEntry>> found) {
        return found.entrySet().stream()
                .map(each -> new ProductStock(each.getKey(), null, each.getValue()))
                .toList();
    }

    /// Applies `work` to a long list while few others are in memory. Returns nothing if the product is gone.
    <T> Optional<T> longList(MerchantId merchant, int product, Function<List<StockEntry>, T> work) {
        return database.of(merchant.value())
                .runFew(
                        "long stock list",
                        handle -> new Query(handle, COLOURS)
                                .with(merchant.value(), product)
                                .read(rows -> Optional.of(entries(product, Colour.read(rows)))
                                        .filter(entries -> !entries.isEmpty())
                                        .map(work)));
    }

    private static List<StockEntry> entries(int product, List<Colour> colours) {
        var entries = new ArrayList<StockEntry>();
        colours.forEach(colour -> entries.addAll(colour.entries(product)));
        return entries;
    }
}
