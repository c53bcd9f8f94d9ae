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

/// Products of a merchant in the order of their ids.
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
                (parameters, page) ->
                        parameters.next(page.merchant.value()).next(page.skip).next(page.size),
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
