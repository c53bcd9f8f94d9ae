package stockroom.admin;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import stockroom.admin.AuditStore.Subject;
import stockroom.admin.NewProduct.Attribute;
import stockroom.auth.MerchantId;
import stockroom.database.CopyRows;
import stockroom.database.Database;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Adds, replaces and deletes products. Ids go upward within a merchant even when two requests add at once, since they
/// are drawn under the merchant's lock: a new product never shifts an earlier page.
public final class CatalogueStore {
    private static final String COLUMNS = """
            product_id, art_no, title, description, price, images, video, coalesce(category_ids, '') AS category_ids,
            coalesce(category_names, '') AS category_names, coalesce(attributes, '[]')::text AS attributes,
            has_stock, created_at, updated_at
            """;

    private static final String LOCK = "SELECT 1 FROM merchant WHERE merchant_id = :merchant FOR NO KEY UPDATE";

    private static final String DRAW_IDS = "SELECT nextval('product_id') FROM generate_series(1, :count)";

    private static final String ADD = """
            COPY product (merchant_id, product_id, art_no, title, description, price, images, video,
                          category_ids, category_names, attributes)
            FROM STDIN
            """;

    private static final String ADD_OWNER = "COPY product_owner (product_id, merchant_id) FROM STDIN";

    private static final String REPLACE = """
            UPDATE product
            SET title = :title, description = :description, price = :price, images = :images, video = :video,
                category_ids = :categoryIds, category_names = :categoryNames, attributes = :attributes::jsonb,
                updated_at = now()
            WHERE merchant_id = :merchant AND product_id = :product
            """;

    private static final String WITH_ART_NO = "SELECT " + COLUMNS + """
            FROM product WHERE merchant_id = :merchant AND art_no = ANY (:artNos)
            """;

    private static final String FIND =
            "SELECT " + COLUMNS + "FROM product WHERE merchant_id = :merchant AND product_id = :product";

    private static final String LIST = "SELECT " + COLUMNS + """
            FROM product WHERE merchant_id = :merchant AND product_id > :after ORDER BY product_id LIMIT :rows
            """;

    private static final String DELETE = """
            DELETE FROM product WHERE merchant_id = :merchant AND product_id = :product RETURNING has_stock
            """;

    private static final String DELETE_OWNER = "DELETE FROM product_owner WHERE product_id = :product";

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Database database;

    public CatalogueStore(Database database) {
        this.database = database;
    }

    /// A product, as the interface answers it.
    record Product(
            int productId,
            String artNo,
            String title,
            String description,
            String price,
            List<String> images,
            String video,
            String categoryIds,
            String categoryNames,
            List<Attribute> attributes,
            boolean hasStock,
            Instant createdAt,
            Instant updatedAt) {

        private boolean is(NewProduct other) {
            return title.equals(other.title())
                    && description.equals(other.description())
                    && price.equals(other.price().toPlainString())
                    && images.equals(other.images())
                    && video.equals(other.video())
                    && categoryIds.equals(other.categoryIds())
                    && categoryNames.equals(other.categoryNames())
                    && attributes.equals(other.attributes());
        }
    }

    /// What became of the products of one request.
    record Upserted(int created, int updated, int unchanged) {}

    /// Adds products whose `artNo` is new, in this order, and answers their ids.
    public List<Integer> add(Operator by, MerchantId merchant, List<NewProduct> products) {
        return database.inTransaction("add products", handle -> {
            lock(handle, merchant);
            var ids = insert(handle, merchant, products);
            AuditStore.write(handle, by, "products.upsert", Subject.of(merchant), null, created(ids));
            return ids;
        });
    }

    /// Adds or replaces, as if one after the other: of two with the same `artNo` the later one stays.
    Upserted upsert(Operator by, MerchantId merchant, List<NewProduct> products) {
        return database.inTransaction("upsert products", handle -> {
            lock(handle, merchant);
            var wanted = new LinkedHashMap<String, NewProduct>();
            products.forEach(product -> wanted.put(product.artNo(), product));
            var known = withArtNos(handle, merchant, wanted);
            var added = wanted.values().stream()
                    .filter(product -> !known.containsKey(product.artNo()))
                    .toList();
            var changed = wanted.values().stream()
                    .filter(product -> known.containsKey(product.artNo()))
                    .filter(product ->
                            !Objects.requireNonNull(known.get(product.artNo())).is(product))
                    .toList();
            var ids = insert(handle, merchant, added);
            replace(handle, merchant, known, changed);
            log(handle, by, merchant, ids, known, changed);
            int repeated = products.size() - wanted.size();
            return new Upserted(added.size(), changed.size() + repeated, known.size() - changed.size());
        });
    }

    Optional<Product> find(MerchantId merchant, int product) {
        return database.run("product", handle -> find(handle, merchant, product));
    }

    Page<Product> list(MerchantId merchant, Page.Wanted wanted) {
        var rows = database.run(
                "products",
                handle -> handle.createQuery(LIST)
                        .bind("merchant", merchant.value())
                        .bind("after", wanted.afterNumber(0))
                        .bind("rows", wanted.rows())
                        .map((row, _) -> product(row))
                        .list());
        return Page.of(rows, wanted, product -> Page.cursor(product.productId()));
    }

    /// Deletes a product and its stock; answers what it was.
    Optional<Product> delete(Operator by, MerchantId merchant, int product) {
        return database.inTransaction("delete product", handle -> {
            lock(handle, merchant);
            var before = find(handle, merchant, product);
            // as it is when it goes: someone may have added stock since
            var hadStock = handle.createQuery(DELETE)
                    .bind("merchant", merchant.value())
                    .bind("product", product)
                    .mapTo(Boolean.class)
                    .findOne();
            if (before.isEmpty() || hadStock.isEmpty()) {
                return Optional.empty();
            }
            handle.createUpdate(DELETE_OWNER).bind("product", product).execute();
            BlockStore.uncount(handle, merchant, product, hadStock.get());
            AuditStore.write(
                    handle, by, "product.delete", Subject.of("product", product, merchant), before.get(), null);
            return before;
        });
    }

    private static void lock(Handle handle, MerchantId merchant) {
        handle.createQuery(LOCK)
                .bind("merchant", merchant.value())
                .mapTo(Integer.class)
                .one();
    }

    private static List<Integer> insert(Handle handle, MerchantId merchant, List<NewProduct> products)
            throws SQLException {
        var ids = handle.createQuery(DRAW_IDS)
                .bind("count", products.size())
                .mapTo(Integer.class)
                .list();
        var rows = new CopyRows();
        var owners = new CopyRows();
        for (int i = 0; i < ids.size(); i++) {
            var product = products.get(i);
            rows.number(merchant.value())
                    .number(ids.get(i))
                    .text(product.artNo())
                    .text(product.title())
                    .text(product.description())
                    .text(product.price().toPlainString())
                    .list(product.images())
                    .text(product.video())
                    .text(product.categoryIds())
                    .text(product.categoryNames())
                    .text(JSON.writeValueAsString(product.attributes()))
                    .endRow();
            owners.number(ids.get(i)).number(merchant.value()).endRow();
        }
        rows.into(handle, ADD);
        owners.into(handle, ADD_OWNER);
        BlockStore.count(handle, merchant, ids);
        return ids;
    }

    private static void replace(
            Handle handle, MerchantId merchant, Map<String, Product> known, List<NewProduct> changed) {
        if (changed.isEmpty()) {
            return;
        }
        var batch = handle.prepareBatch(REPLACE);
        for (var product : changed) {
            batch.bind("merchant", merchant.value())
                    .bind(
                            "product",
                            Objects.requireNonNull(known.get(product.artNo())).productId())
                    .bind("title", product.title())
                    .bind("description", product.description())
                    .bind("price", product.price())
                    .bindArray("images", String.class, product.images())
                    .bind("video", product.video())
                    .bind("categoryIds", product.categoryIds())
                    .bind("categoryNames", product.categoryNames())
                    .bind("attributes", JSON.writeValueAsString(product.attributes()))
                    .add();
        }
        batch.execute();
    }

    /// One entry for all: ids rise under the lock, so the first and the last name those that were added.
    private static void log(
            Handle handle,
            Operator by,
            MerchantId merchant,
            List<Integer> ids,
            Map<String, Product> known,
            List<NewProduct> changed) {
        if (ids.isEmpty() && changed.isEmpty()) {
            return;
        }
        var after = new HashMap<>(created(ids));
        after.put("updated", changed);
        var before = changed.stream().map(product -> known.get(product.artNo())).toList();
        AuditStore.write(
                handle,
                by,
                "products.upsert",
                Subject.of(merchant),
                changed.isEmpty() ? null : Map.of("updated", before),
                after);
    }

    private static Map<String, Object> created(List<Integer> ids) {
        return ids.isEmpty()
                ? Map.of("created", 0)
                : Map.of("created", ids.size(), "firstProductId", ids.getFirst(), "lastProductId", ids.getLast());
    }

    private static Map<String, Product> withArtNos(Handle handle, MerchantId merchant, Map<String, NewProduct> wanted) {
        var known = new HashMap<String, Product>();
        handle.createQuery(WITH_ART_NO)
                .bind("merchant", merchant.value())
                .bindArray("artNos", String.class, new ArrayList<>(wanted.keySet()))
                .map((row, _) -> product(row))
                .forEach(product -> known.put(product.artNo(), product));
        return known;
    }

    private static Optional<Product> find(Handle handle, MerchantId merchant, int product) {
        return handle.createQuery(FIND)
                .bind("merchant", merchant.value())
                .bind("product", product)
                .map((row, _) -> product(row))
                .findOne();
    }

    private static Product product(ResultSet row) throws SQLException {
        return new Product(
                row.getInt("product_id"),
                row.getString("art_no"),
                row.getString("title"),
                row.getString("description"),
                row.getBigDecimal("price").toPlainString(),
                List.of((String[]) row.getArray("images").getArray()),
                row.getString("video"),
                row.getString("category_ids"),
                row.getString("category_names"),
                JSON.readValue(row.getString("attributes"), new TypeReference<List<Attribute>>() {}),
                row.getBoolean("has_stock"),
                row.getObject("created_at", OffsetDateTime.class).toInstant(),
                row.getObject("updated_at", OffsetDateTime.class).toInstant());
    }
}
