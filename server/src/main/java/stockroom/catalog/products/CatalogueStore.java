package stockroom.catalog.products;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.Operator;
import stockroom.auth.MerchantId;
import stockroom.catalog.ledger.PushWatchStore;
import stockroom.catalog.products.CataloguePageStore.Product;
import stockroom.database.Database;
import stockroom.merchants.MerchantLockStore;

/// Adds, replaces and deletes products. Ids are drawn under the merchant's lock, so they rise within a merchant
/// even if two requests add at once, and a new product never shifts an earlier page.
public final class CatalogueStore {
    private static final String DELETE = """
            SELECT existed, push
            FROM delete_product(p_merchant => :merchant, p_product => :product, p_operator => :operator, p_request => :request)
            """;

    private static final String DELETE_OWNER = "DELETE FROM product_owner WHERE product_id = :product";

    private final Database database;

    public CatalogueStore(Database database) {
        this.database = database;
    }

    public record Upserted(int created, int updated, int unchanged) {}

    /// Returns the ids in the order of the products, whose item numbers must be new.
    public List<Integer> add(Operator by, MerchantId merchant, List<NewProduct> products) {
        return database.inTransaction("add products", handle -> {
            MerchantLockStore.lock(handle, merchant);
            var ids = insert(handle, merchant, products);
            BlockStore.count(handle, merchant, ids);
            AuditStore.write(handle, by, "products.upsert", Subject.of(merchant), null, created(ids));
            return ids;
        });
    }

    /// Of two products with the same `artNo`, the later one stays.
    public Upserted upsert(Operator by, MerchantId merchant, Iterable<List<NewProduct>> batches) {
        return database.inTransaction("upsert products", handle -> {
            MerchantLockStore.lock(handle, merchant);
            int given = 0;
            var ids = new ArrayList<Integer>();
            // create_stock locks products in the order of their ids too.
            var replacements = new TreeMap<Integer, ProductChange>();
            for (var products : batches) {
                given += products.size();
                ids.addAll(insertUnknown(handle, merchant, products, replacements));
            }
            var changes = replacements.values().stream()
                    .filter(ProductChange::changesSomething)
                    .toList();
            // Products come before blocks, as create_stock locks them.
            ProductRowStore.replace(handle, merchant, changes);
            BlockStore.count(handle, merchant, ids);
            log(handle, by, merchant, ids, changes);
            int firstOfOurs = ids.isEmpty() ? Integer.MAX_VALUE : ids.getFirst();
            int unchanged = (int) replacements.headMap(firstOfOurs).values().stream()
                    .filter(replacement -> !replacement.changesSomething())
                    .count();
            return new Upserted(ids.size(), given - ids.size() - unchanged, unchanged);
        });
    }

    private static List<Integer> insertUnknown(
            Handle handle, MerchantId merchant, List<NewProduct> products, Map<Integer, ProductChange> replacements)
            throws SQLException {
        var wanted = new LinkedHashMap<String, NewProduct>();
        products.forEach(product -> wanted.put(product.artNo(), product));
        for (var known : CataloguePageStore.withArtNos(handle, merchant, wanted.keySet())) {
            var after = Objects.requireNonNull(wanted.remove(known.product().artNo()));
            replacements.put(known.productId(), ProductChange.of(known, after));
        }
        return insert(handle, merchant, List.copyOf(wanted.values()));
    }

    private record Deleted(boolean existed, @Nullable Long push) {}

    public Optional<Product> delete(Operator by, MerchantId merchant, int product) {
        return database.inTransaction("delete product", handle -> {
            MerchantLockStore.lock(handle, merchant);
            var before = CataloguePageStore.find(handle, merchant, product);
            var deleted = handle.createQuery(DELETE)
                    .bind("merchant", merchant.value())
                    .bind("product", product)
                    .bind("operator", by.name())
                    .bind("request", by.requestId())
                    .mapTo(Deleted.class)
                    .one();
            if (before.isEmpty() || !deleted.existed) {
                return Optional.empty();
            }
            if (deleted.push != null) {
                PushWatchStore.tell(handle, merchant, deleted.push);
            }
            handle.createUpdate(DELETE_OWNER).bind("product", product).execute();
            AuditStore.write(
                    handle, by, "product.delete", Subject.of("product", product, merchant), before.get(), null);
            return before;
        });
    }

    private static List<Integer> insert(Handle handle, MerchantId merchant, List<NewProduct> products)
            throws SQLException {
        var ids = ProductRowStore.drawIds(handle, products.size());
        var rows = IntStream.range(0, ids.size())
                .mapToObj(i -> new ProductRowStore.Row(merchant, ids.get(i), products.get(i), 0))
                .toList();
        if (!rows.isEmpty()) {
            ProductRowStore.copy(handle, rows);
        }
        return ids;
    }

    /// Ids rise under the lock, so the first and last one identify the added products.
    private static void log(
            Handle handle, Operator by, MerchantId merchant, List<Integer> ids, List<ProductChange> changes) {
        if (ids.isEmpty() && changes.isEmpty()) {
            return;
        }
        var after = new HashMap<>(created(ids));
        after.put("updated", changes.stream().map(ProductChange::loggedAfter).toList());
        var before = changes.stream().map(ProductChange::loggedBefore).toList();
        AuditStore.write(
                handle,
                by,
                "products.upsert",
                Subject.of(merchant),
                changes.isEmpty() ? null : Map.of("updated", before),
                after);
    }

    private static Map<String, Object> created(List<Integer> ids) {
        return ids.isEmpty()
                ? Map.of("created", 0)
                : Map.of("created", ids.size(), "firstProductId", ids.getFirst(), "lastProductId", ids.getLast());
    }
}
