package stockroom.catalog.stock;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.jspecify.annotations.Nullable;
import stockroom.auth.MerchantId;
import stockroom.catalog.stock.StockStore.Batch;
import stockroom.catalog.stock.StockStore.ProductStock;
import stockroom.database.Database;
import stockroom.database.Query;
import stockroom.limits.Limits;

final class BarCodeStore {
    /// Keeps a code that many products share, such as `0`, from reading a whole catalogue.
    private static final int PRODUCTS_OF_A_CODE = 100;

    static final String PRODUCTS = """
            SELECT t.bar_code, p.product_id, p.entries FROM unnest(?::text[]) AS t (bar_code)
            CROSS JOIN LATERAL (SELECT b.product_id FROM product_bar_code b
                                WHERE b.merchant_id = ? AND b.bar_code = t.bar_code
                                ORDER BY b.product_id LIMIT ?) c
            CROSS JOIN LATERAL (SELECT e.product_id, e.entries FROM product e
                                WHERE e.merchant_id = ? AND e.product_id = c.product_id OFFSET 0) p
            ORDER BY p.product_id
            """;

    private final Database database;
    private final StockStore stock;

    BarCodeStore(Database database, StockStore stock) {
        this.database = database;
        this.stock = stock;
    }

    /// @param rest bar codes whose products did not fit into the response
    record Found(
            List<ProductStock> stock,
            List<Integer> restOfProducts,
            List<String> missing,
            List<String> rest,
            @Nullable String cursor) {}

    Found find(MerchantId merchant, Set<String> codes) {
        var wanted = database.of(merchant.value())
                .run("products of bar codes", handle -> Wanted.of(codes, products(handle, merchant, codes)));
        return wanted.found(stock.batch(merchant, wanted.part()));
    }

    /// Reads products, stock and cursor in one snapshot.
    Found findWithCursor(MerchantId merchant, Set<String> codes) {
        return database.of(merchant.value())
                .runFew(
                        "stock of bar codes with cursor",
                        handle -> handle.inTransaction(TransactionIsolationLevel.REPEATABLE_READ, _ -> {
                            var wanted = Wanted.of(codes, products(handle, merchant, codes));
                            return wanted.found(StockStore.withCursor(handle, merchant, wanted.part()));
                        }));
    }

    /// The products that fit into one response. `read` includes the missing ones.
    record Part(List<Integer> read, List<Integer> rest, List<Integer> missing, int entries) {
        static Part of(Collection<Integer> products, Map<Integer, Integer> counts) {
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
            var missing =
                    products.stream().filter(id -> !counts.containsKey(id)).toList();
            return new Part(read, rest, missing, entries);
        }
    }

    /// Returns the products of each code with their number of entries.
    private static Map<String, Map<Integer, Integer>> products(Handle handle, MerchantId merchant, Set<String> codes)
            throws SQLException {
        return new Query(handle, PRODUCTS)
                .withTexts(codes)
                .with(merchant.value(), PRODUCTS_OF_A_CODE, merchant.value())
                .read(rows -> {
                    var products = new HashMap<String, Map<Integer, Integer>>();
                    while (rows.next()) {
                        products.computeIfAbsent(rows.getString("bar_code"), _ -> new LinkedHashMap<>())
                                .put(rows.getInt("product_id"), rows.getInt("entries"));
                    }
                    return products;
                });
    }

    /// The codes that fit into one response, in order. Of the first code, as many products as fit are taken.
    private record Wanted(Set<String> codes, List<String> rest, Part part) {
        static Wanted of(Set<String> codes, Map<String, Map<Integer, Integer>> products) {
            var rest = new ArrayList<String>();
            var taken = new LinkedHashMap<Integer, Integer>();
            for (var code : codes) {
                var more = new LinkedHashMap<>(taken);
                more.putAll(products.getOrDefault(code, Map.of()));
                long entries =
                        more.values().stream().mapToLong(Integer::longValue).sum();
                if (taken.isEmpty() || (rest.isEmpty() && entries <= Limits.ENTRIES_PER_REQUEST)) {
                    taken = more;
                } else if (products.containsKey(code)) {
                    rest.add(code);
                }
            }
            return new Wanted(codes, rest, Part.of(taken.keySet(), taken));
        }

        /// The entries decide which codes a product has, since they may have changed since the lookup.
        Found found(Batch batch) {
            var found = new ArrayList<ProductStock>();
            var missing = new LinkedHashSet<>(codes);
            rest.forEach(missing::remove);
            for (var product : batch.stock()) {
                var its = new LinkedHashSet<String>();
                product.stock().stream()
                        .map(StockEntry::barCode)
                        .filter(code -> code != null && codes.contains(code))
                        .forEach(its::add);
                if (!its.isEmpty()) {
                    found.add(new ProductStock(product.productid(), List.copyOf(its), product.stock()));
                    missing.removeAll(its);
                }
            }
            return new Found(found, part.rest(), List.copyOf(missing), rest, batch.cursor());
        }
    }
}
