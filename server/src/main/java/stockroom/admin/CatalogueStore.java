package stockroom.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import tools.jackson.databind.json.JsonMapper;

/// Adds products. Ids go upward within a merchant even when two requests add at once, since they are drawn under the
/// merchant's lock: a new product never shifts an earlier page.
public final class CatalogueStore {
    private static final int PRODUCTS_PER_BLOCK = 1_000;

    private static final String LOCK = "SELECT 1 FROM merchant WHERE merchant_id = :merchant FOR NO KEY UPDATE";

    private static final String DRAW_IDS = "SELECT nextval('product_id') FROM generate_series(1, :count)";

    private static final String ADD = """
            INSERT INTO product (merchant_id, product_id, art_no, title, description, price, images, video,
                                 category_ids, category_names, attributes)
            VALUES (:merchant, :product, :artNo, :title, :description, :price, :images, :video,
                    :categoryIds, :categoryNames, :attributes::jsonb)
            """;

    private static final String ADD_OWNER =
            "INSERT INTO product_owner (product_id, merchant_id) VALUES (:product, :merchant)";

    private static final String LAST_BLOCK = """
            SELECT first_id, total FROM product_block WHERE merchant_id = :merchant ORDER BY first_id DESC LIMIT 1
            """;

    private static final String GROW_BLOCK = """
            INSERT INTO product_block AS kept (merchant_id, first_id, total) VALUES (:merchant, :first, :added)
            ON CONFLICT (merchant_id, first_id) DO UPDATE SET total = kept.total + excluded.total
            """;

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Database database;

    public CatalogueStore(Database database) {
        this.database = database;
    }

    /// Adds the products in this order and answers their ids.
    public List<Integer> add(MerchantId merchant, List<NewProduct> products) {
        return database.inTransaction("add products", handle -> {
            handle.createQuery(LOCK)
                    .bind("merchant", merchant.value())
                    .mapTo(Integer.class)
                    .one();
            var ids = handle.createQuery(DRAW_IDS)
                    .bind("count", products.size())
                    .mapTo(Integer.class)
                    .list();
            insert(handle, merchant, ids, products);
            count(handle, merchant, ids);
            return ids;
        });
    }

    private static void insert(Handle handle, MerchantId merchant, List<Integer> ids, List<NewProduct> products) {
        var added = handle.prepareBatch(ADD);
        var owners = handle.prepareBatch(ADD_OWNER);
        for (int i = 0; i < ids.size(); i++) {
            var product = products.get(i);
            added.bind("merchant", merchant.value())
                    .bind("product", ids.get(i))
                    .bind("artNo", product.artNo())
                    .bind("title", product.title())
                    .bind("description", product.description())
                    .bind("price", product.price())
                    .bindArray("images", String.class, product.images())
                    .bind("video", product.video())
                    .bind("categoryIds", product.categoryIds())
                    .bind("categoryNames", product.categoryNames())
                    .bind("attributes", attributes(product))
                    .add();
            owners.bind("product", ids.get(i))
                    .bind("merchant", merchant.value())
                    .add();
        }
        added.execute();
        owners.execute();
    }

    private static String attributes(NewProduct product) {
        return JSON.writeValueAsString(product.attributes().stream()
                .map(entry -> Map.of("name", entry.getKey(), "value", entry.getValue()))
                .toList());
    }

    private record Block(int first, int total) {}

    /// New products go to the end: into the last block until it is full, then into further ones.
    private static void count(Handle handle, MerchantId merchant, List<Integer> ids) {
        var last = handle.createQuery(LAST_BLOCK)
                .bind("merchant", merchant.value())
                .map((row, _) -> new Block(row.getInt("first_id"), row.getInt("total")))
                .findOne();
        var uncounted = new ArrayList<>(ids);
        if (last.isPresent() && last.get().total < PRODUCTS_PER_BLOCK) {
            grow(handle, merchant, last.get().first, uncounted, PRODUCTS_PER_BLOCK - last.get().total);
        }
        while (!uncounted.isEmpty()) {
            grow(handle, merchant, uncounted.getFirst(), uncounted, PRODUCTS_PER_BLOCK);
        }
    }

    private static void grow(Handle handle, MerchantId merchant, int first, List<Integer> uncounted, int room) {
        var counted = uncounted.subList(0, Math.min(room, uncounted.size()));
        handle.createUpdate(GROW_BLOCK)
                .bind("merchant", merchant.value())
                .bind("first", first)
                .bind("added", counted.size())
                .execute();
        counted.clear();
    }
}
