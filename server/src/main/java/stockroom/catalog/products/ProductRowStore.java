package stockroom.catalog.products;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.Handle;
import stockroom.auth.MerchantId;
import stockroom.catalog.products.CataloguePageStore.Product;
import stockroom.catalog.products.NewProduct.Attribute;
import stockroom.database.Columns;
import stockroom.database.CopyRows;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Maps a product to its columns. Callers must count new products in [BlockStore].
public final class ProductRowStore {
    private static final String DRAW_IDS = "SELECT nextval('product_id') FROM generate_series(1, :count)";

    private static final String COPY = """
            COPY product (merchant_id, product_id, art_no, title, description, price, images, video,
                          category_ids, category_names, attributes, state, entries, has_stock)
            FROM STDIN
            """;

    private static final String REPLACE = """
            UPDATE product
            SET title = :title, description = :description, price = :price, images = :images, video = :video,
                category_ids = :categoryIds, category_names = :categoryNames, attributes = :attributes::jsonb,
                state = :state, updated_at = now()
            WHERE merchant_id = :merchant AND product_id = :product
            """;

    static final String COLUMNS = """
            product_id, art_no, title, description, price, images, video, coalesce(category_ids, '') AS category_ids,
            coalesce(category_names, '') AS category_names, coalesce(attributes, '[]')::text AS attributes, state,
            has_stock, created_at, updated_at
            """;

    private static final String COPY_OWNERS = "COPY product_owner (product_id, merchant_id) FROM STDIN";

    /// Keeps the ids of a merchant with a million products from being in memory twice.
    private static final int FETCH_SIZE = 10_000;

    private static final JsonMapper JSON = JsonMapper.shared();

    private ProductRowStore() {}

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
        CopyRows.copy(handle, COPY, rows, (products, row) -> {
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
                COPY_OWNERS,
                rows,
                (owners, row) -> owners.number(row.productId)
                        .number(row.merchant.value())
                        .endRow());
    }

    static void replace(Handle handle, MerchantId merchant, List<ProductChange> changes) {
        if (changes.isEmpty()) {
            return;
        }
        var batch = handle.prepareBatch(REPLACE);
        for (var change : changes) {
            var product = change.product();
            batch.bind("merchant", merchant.value())
                    .bind("product", change.productId())
                    .bind("title", product.title())
                    .bind("description", product.description())
                    .bind("price", product.price())
                    .bindArray("images", String.class, product.images())
                    .bind("video", product.video())
                    .bind("categoryIds", product.categoryIds())
                    .bind("categoryNames", product.categoryNames())
                    .bind("attributes", JSON.writeValueAsString(product.attributes()))
                    .bind("state", product.state().word())
                    .add();
        }
        batch.execute();
    }

    static Product product(ResultSet row) throws SQLException {
        return new Product(
                row.getInt("product_id"),
                new NewProduct(
                        row.getString("art_no"),
                        row.getString("title"),
                        row.getString("description"),
                        row.getBigDecimal("price"),
                        Columns.texts(row, "images"),
                        row.getString("video"),
                        row.getString("category_ids"),
                        row.getString("category_names"),
                        JSON.readValue(row.getString("attributes"), new TypeReference<List<Attribute>>() {}),
                        NewProduct.State.of(row.getString("state")).orElseThrow()),
                row.getBoolean("has_stock"),
                Columns.time(row, "created_at"),
                Columns.time(row, "updated_at"));
    }
}
