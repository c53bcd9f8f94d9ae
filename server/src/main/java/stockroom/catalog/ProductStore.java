package stockroom.catalog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.ReadBatcher;

/// Products of a merchant in the order of their ids. The page a caller wants is found by adding up the counts of blocks
/// of about a thousand products each, and then skipping less than a block: the last page costs what the first one does.
final class ProductStore {
    static final String PAGE_ALL = page("total", "true");
    static final String PAGE_WITH_STOCK = page("with_stock", "has_stock");
    static final String PAGE_WITHOUT_STOCK = page("total - with_stock", "NOT has_stock");

    /// One row for the sums, joined to the products of the page; a page past the end has the sums alone. What is
    /// skipped is counted in the index, without reading the products themselves.
    private static String page(String count, String condition) {
        return """
                WITH block AS (
                    SELECT first_id, %1$s AS products, sum(%1$s) OVER (ORDER BY first_id) AS up_to
                    FROM product_block WHERE merchant_id = ?),
                start AS (
                    SELECT first_id, ? - (up_to - products) AS skip
                    FROM block WHERE up_to > ? ORDER BY first_id LIMIT 1)
                SELECT (SELECT coalesce(max(up_to), 0) FROM block) AS total, shown.*
                FROM (SELECT) AS always LEFT JOIN (
                    SELECT product_id, art_no, images[1] AS pic
                    FROM product
                    WHERE merchant_id = ? AND %2$s AND product_id >= (
                        SELECT product_id FROM product
                        WHERE merchant_id = ? AND %2$s AND product_id >= (SELECT first_id FROM start)
                        ORDER BY product_id OFFSET (SELECT skip FROM start) LIMIT 1)
                    ORDER BY product_id LIMIT ?) AS shown ON true
                """.formatted(count, condition);
    }

    private final Map<StockFilter, ReadBatcher<PageKey, Page>> pages;

    ProductStore(Database database) {
        this.pages = Map.of(
                StockFilter.ALL, pages(database, PAGE_ALL),
                StockFilter.WITH_STOCK, pages(database, PAGE_WITH_STOCK),
                StockFilter.WITHOUT_STOCK, pages(database, PAGE_WITHOUT_STOCK));
    }

    private record PageKey(MerchantId merchant, long skip, int size) {}

    record Page(long total, List<ProductSummary> products) {}

    private static ReadBatcher<PageKey, Page> pages(Database database, String sql) {
        return database.batcher(
                "product page",
                sql,
                (parameters, page) -> parameters
                        .next(page.merchant.value())
                        .next(page.skip)
                        .next(page.skip)
                        .next(page.merchant.value())
                        .next(page.merchant.value())
                        .next(page.size),
                ProductStore::products);
    }

    Page page(MerchantId merchant, StockFilter filter, int page, int pageSize) {
        return Objects.requireNonNull(pages.get(filter)).read(new PageKey(merchant, (page - 1L) * pageSize, pageSize));
    }

    private static Page products(ResultSet rows) throws SQLException {
        var products = new ArrayList<ProductSummary>();
        long total = 0;
        while (rows.next()) {
            total = rows.getLong("total");
            int id = rows.getInt("product_id");
            if (!rows.wasNull()) {
                products.add(new ProductSummary(id, rows.getString("art_no"), rows.getString("pic")));
            }
        }
        return new Page(total, products);
    }
}
