package stockroom.catalog.products;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import stockroom.auth.MerchantId;
import stockroom.database.BatchedRead;
import stockroom.database.Columns;
import stockroom.database.Database;
import stockroom.database.Query;

final class ProductStore {
    static final String PAGE_ALL = page("NULL");
    static final String PAGE_WITH_STOCK = page("true");
    static final String PAGE_WITHOUT_STOCK = page("false");

    private static String page(String hasStock) {
        return """
                SELECT total, product_id, art_no, pic
                FROM list_products(p_merchant => ?, p_has_stock => %s, p_skip => ?, p_size => ?)
                """.formatted(hasStock);
    }

    static final String BY_ART_NO = """
            SELECT product_id, art_no, images[1] AS pic, has_stock FROM product
            WHERE merchant_id = ? AND art_no = ANY (?)
            ORDER BY product_id
            """;

    static final String FIELDS = """
            SELECT product_id, updated_at, state, NULL::bigint AS total FROM product
            WHERE merchant_id = ? AND product_id = ANY (?)
            """;

    static final String FIELDS_WITH_TOTAL = """
            SELECT p.product_id, p.updated_at, p.state, s.total
            FROM (SELECT product_id, updated_at, state FROM product WHERE merchant_id = ? AND product_id = ANY (?)) p
            CROSS JOIN LATERAL (SELECT coalesce(sum(q), 0) AS total FROM stock k CROSS JOIN LATERAL unnest(k.quantities) AS q
                                WHERE k.merchant_id = ? AND k.product_id = p.product_id) s
            """;

    private final Database database;
    private final Map<StockFilter, BatchedRead<PageKey, Page>> pages;

    ProductStore(Database database) {
        this.database = database;
        this.pages = Map.of(
                StockFilter.ALL, pages(database, PAGE_ALL),
                StockFilter.WITH_STOCK, pages(database, PAGE_WITH_STOCK),
                StockFilter.WITHOUT_STOCK, pages(database, PAGE_WITHOUT_STOCK));
    }

    private record PageKey(MerchantId merchant, long skip, int size) {}

    record Page(long total, List<ProductSummary> products) {}

    private static BatchedRead<PageKey, Page> pages(Database database, String sql) {
        return database.batcher(
                "product page",
                sql,
                page -> page.merchant.value(),
                (parameters, page) ->
                        parameters.next(page.merchant.value()).next(page.skip).next(page.size),
                ProductStore::products);
    }

    Page page(MerchantId merchant, StockFilter filter, int page, int pageSize) {
        return Objects.requireNonNull(pages.get(filter)).read(new PageKey(merchant, (page - 1L) * pageSize, pageSize));
    }

    List<ProductSummary> byArtNo(MerchantId merchant, List<String> artNos, StockFilter filter) {
        return database.of(merchant.value())
                .run(
                        "products by article number",
                        handle -> new Query(handle, BY_ART_NO)
                                .with(merchant.value())
                                .withTexts(artNos)
                                .read(rows -> {
                                    var products = new ArrayList<ProductSummary>();
                                    while (rows.next()) {
                                        if (filter.takes(rows.getBoolean("has_stock"))) {
                                            products.add(summary(rows));
                                        }
                                    }
                                    return products;
                                }));
    }

    enum Field {
        STOCK_TOTAL("stockTotal"),
        UPDATED_AT("updatedAt"),
        STATE("state");

        final String word;

        Field(String word) {
            this.word = word;
        }
    }

    /// A product deleted meanwhile stays without them.
    List<ProductSummary> withFields(MerchantId merchant, List<ProductSummary> products, Set<Field> fields) {
        if (fields.isEmpty() || products.isEmpty()) {
            return products;
        }
        var ids = products.stream().map(ProductSummary::id).toList();
        boolean withTotal = fields.contains(Field.STOCK_TOTAL);
        var found = database.of(merchant.value()).run("product fields", handle -> {
            var query = new Query(handle, withTotal ? FIELDS_WITH_TOTAL : FIELDS)
                    .with(merchant.value())
                    .withNumbers(ids);
            return (withTotal ? query.with(merchant.value()) : query).read(rows -> {
                var byId = new HashMap<Integer, ProductSummary>();
                while (rows.next()) {
                    byId.put(rows.getInt("product_id"), fields(rows, fields));
                }
                return byId;
            });
        });
        return products.stream()
                .map(product -> product.with(found.get(product.id())))
                .toList();
    }

    private static ProductSummary fields(ResultSet row, Set<Field> fields) throws SQLException {
        return new ProductSummary(
                row.getInt("product_id"),
                "",
                "",
                fields.contains(Field.STOCK_TOTAL) ? (Long) row.getLong("total") : null,
                fields.contains(Field.UPDATED_AT) ? Columns.time(row, "updated_at") : null,
                fields.contains(Field.STATE) ? row.getString("state") : null);
    }

    private static ProductSummary summary(ResultSet row) throws SQLException {
        return new ProductSummary(row.getInt("product_id"), row.getString("art_no"), row.getString("pic"));
    }

    private static Page products(ResultSet rows) throws SQLException {
        var products = new ArrayList<ProductSummary>();
        long total = 0;
        while (rows.next()) {
            total = rows.getLong("total");
            if (rows.getInt("product_id") != 0) {
                products.add(summary(rows));
            }
        }
        return new Page(total, products);
    }
}
