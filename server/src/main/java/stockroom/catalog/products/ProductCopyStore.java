package stockroom.catalog.products;

import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.Handle;
import stockroom.auth.MerchantId;
import stockroom.database.CopyRows;
import tools.jackson.databind.json.JsonMapper;

/// Writes many new products at once, with their owners. The caller counts them in [BlockStore].
public final class ProductCopyStore {
    private static final String DRAW_IDS = "SELECT nextval('product_id') FROM generate_series(1, :count)";

    private static final String PRODUCTS = """
            COPY product (merchant_id, product_id, art_no, title, description, price, images, video,
                          category_ids, category_names, attributes, state, entries, has_stock)
            FROM STDIN
            """;

    private static final String OWNERS = "COPY product_owner (product_id, merchant_id) FROM STDIN";

    /// The ids of a merchant with a million products are not to be in memory twice.
    private static final int FETCH_SIZE = 10_000;

    private static final JsonMapper JSON = JsonMapper.shared();

    private ProductCopyStore() {}

    /// A new product.
    ///
    /// @param entries of its stock
    public record Row(MerchantId merchant, int productId, NewProduct product, int entries) {
        boolean hasStock() {
            return entries > 0;
        }
    }

    public static List<Integer> drawIds(Handle handle, int count) {
        return handle.createQuery(DRAW_IDS)
                .bind("count", count)
                .setFetchSize(FETCH_SIZE)
                .mapTo(Integer.class)
                .list();
    }

    public static void copy(Handle handle, List<Row> rows) throws SQLException {
        CopyRows.copy(handle, PRODUCTS, rows, (products, row) -> {
            var product = row.product;
            products.number(row.merchant.value())
                    .number(row.productId)
                    .text(product.artNo())
                    .text(product.title())
                    .text(product.description())
                    .text(product.price().toPlainString())
                    .texts(product.images())
                    .text(product.video())
                    .text(product.categoryIds())
                    .text(product.categoryNames())
                    .text(JSON.writeValueAsString(product.attributes()))
                    .text(product.state().word())
                    .number(row.entries)
                    .flag(row.hasStock())
                    .endRow();
        });
        CopyRows.copy(
                handle,
                OWNERS,
                rows,
                (owners, row) -> owners.number(row.productId)
                        .number(row.merchant.value())
                        .endRow());
    }
}
