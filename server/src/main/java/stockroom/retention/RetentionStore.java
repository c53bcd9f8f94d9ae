package stockroom.retention;

import java.time.OffsetDateTime;
import java.util.List;
import org.jdbi.v3.core.Handle;
import stockroom.database.Database;
import stockroom.database.Records;
import stockroom.database.clock.ClockStore;

/// Deletes expired rows in batches. It reads the keys first, so that searching locks nothing and a cluster
/// deletes every copy of a token by key.
final class RetentionStore {
    private static final int BATCH = 500;
    private static final int STORES = 1_000;

    private static final String NEXT_STORES = """
            SELECT merchant_id, store_id FROM bound_store WHERE (merchant_id, store_id) > (?, ?)
            ORDER BY merchant_id, store_id LIMIT ?
            """;

    private static final String OLD_PRODUCTS = """
            SELECT product_id FROM fetched_product
            WHERE merchant_id = ? AND store_id = ? AND last_fetched_at < ?
            ORDER BY last_fetched_at LIMIT ?
            """;

    /// Skips products fetched again meanwhile.
    private static final String FORGET_PRODUCTS = """
            DELETE FROM fetched_product
            WHERE merchant_id = :merchant AND store_id = :store AND product_id = ANY (:products)
              AND last_fetched_at < :before
            """;

    private static final String OLD_TOKENS = """
            SELECT encode(token_hash, 'hex') FROM access_token
            WHERE least(expires_at, revoked_at) < ?
            ORDER BY least(expires_at, revoked_at) LIMIT ?
            """;

    /// Skips tokens renewed meanwhile.
    private static final String FORGET_TOKENS = """
            DELETE FROM access_token
            WHERE token_hash = ANY (ARRAY(SELECT decode(hash, 'hex') FROM unnest(:hashes) AS hash))
              AND least(expires_at, revoked_at) < :before
            """;

    private final Database database;

    RetentionStore(Database database) {
        this.database = database;
    }

    record BoundStore(long merchantId, long storeId) {
        static final BoundStore NONE = new BoundStore(0, 0);
    }

    List<BoundStore> after(BoundStore last) {
        return Records.list(database, "stores", BoundStore.class, NEXT_STORES, last.merchantId, last.storeId, STORES);
    }

    /// Returns 0 if nothing is left or no clock can be trusted.
    int forgetFetchedProducts(BoundStore store, int days) {
        return database.run(
                "forget fetched products",
                handle -> ClockStore.trustedTime(handle)
                        .map(time -> forgetFetchedProducts(handle, store, time.minusDays(days)))
                        .orElse(0));
    }

    private static int forgetFetchedProducts(Handle handle, BoundStore store, OffsetDateTime before) {
        var products = handle.select(OLD_PRODUCTS, store.merchantId, store.storeId, before, BATCH)
                .mapTo(Integer.class)
                .list();
        return products.isEmpty()
                ? 0
                : handle.createUpdate(FORGET_PRODUCTS)
                        .bind("merchant", store.merchantId)
                        .bind("store", store.storeId)
                        .bindArray("products", Integer.class, products)
                        .bind("before", before)
                        .execute();
    }

    int forgetTokens(int days) {
        return database.run(
                "forget tokens",
                handle -> ClockStore.trustedTime(handle)
                        .map(time -> forgetTokens(handle, time.minusDays(days)))
                        .orElse(0));
    }

    private static int forgetTokens(Handle handle, OffsetDateTime before) {
        var hashes =
                handle.select(OLD_TOKENS, before, BATCH).mapTo(String.class).list();
        return hashes.isEmpty()
                ? 0
                : handle.createUpdate(FORGET_TOKENS)
                        .bindArray("hashes", String.class, hashes)
                        .bind("before", before)
                        .execute();
    }
}
