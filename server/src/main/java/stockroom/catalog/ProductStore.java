package stockroom.catalog;

import java.util.ArrayList;
import java.util.List;
import stockroom.auth.MerchantId;
import stockroom.database.Database;

/// Products of a merchant in the order of their ids. The page a caller wants is found by adding up the counts of blocks
/// of about a thousand products each, and then skipping less than a block: the last page costs what the first one does.
final class ProductStore {
    static final String PAGE_ALL = page("total", "true");
    static final String PAGE_WITH_STOCK = page("with_stock", "has_stock");
    static final String PAGE_WITHOUT_STOCK = page("total - with_stock", "NOT has_stock");

    /// One row for the sums, joined to the products of the page; a page past the end has the sums alone.
    private static String page(String count, String condition) {
        return """
                WITH block AS (
                    SELECT first_id, %1$s AS products, sum(%1$s) OVER (ORDER BY first_id) AS up_to
                    FROM product_block WHERE merchant_id = :merchant),
                start AS (
                    SELECT first_id, :skip - (up_to - products) AS skip
                    FROM block WHERE up_to > :skip ORDER BY first_id LIMIT 1)
                SELECT (SELECT coalesce(max(up_to), 0) FROM block) AS total, shown.*
                FROM (SELECT) AS always LEFT JOIN (
                    SELECT product_id, art_no, images[1] AS pic
                    FROM product
                    WHERE merchant_id = :merchant AND %2$s AND product_id >= (SELECT first_id FROM start)
                    ORDER BY product_id OFFSET (SELECT skip FROM start) LIMIT :size) AS shown ON true
                """.formatted(count, condition);
    }

    private final Database database;

    ProductStore(Database database) {
        this.database = database;
    }

    record Page(long total, List<ProductSummary> products) {}

    Page page(MerchantId merchant, StockFilter filter, int page, int pageSize) {
        var sql = switch (filter) {
            case ALL -> PAGE_ALL;
            case WITH_STOCK -> PAGE_WITH_STOCK;
            case WITHOUT_STOCK -> PAGE_WITHOUT_STOCK;
        };
        return database.run(
                "product page",
                handle -> handle.createQuery(sql)
                        .bind("merchant", merchant.value())
                        .bind("skip", (page - 1L) * pageSize)
                        .bind("size", pageSize)
                        .scanResultSet((rows, _) -> {
                            var results = rows.get();
                            var products = new ArrayList<ProductSummary>(pageSize);
                            long total = 0;
                            while (results.next()) {
                                total = results.getLong("total");
                                int id = results.getInt("product_id");
                                if (!results.wasNull()) {
                                    products.add(new ProductSummary(
                                            id, results.getString("art_no"), results.getString("pic")));
                                }
                            }
                            return new Page(total, products);
                        }));
    }
}
