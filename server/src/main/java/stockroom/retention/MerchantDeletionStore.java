package stockroom.retention;

import java.util.List;
import org.jdbi.v3.core.Handle;
import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.Operator;
import stockroom.auth.CredentialCache;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.Notifications;
import stockroom.database.Records;

/// Deletes a merchant's rows step by step, then the merchant, and then the mark that it is being deleted.
final class MerchantDeletionStore {
    private static final int BATCH = 1_000;

    /// Lets calls that are in progress end and other nodes learn of the deletion first.
    private static final String DUE = """
            SELECT merchant_id FROM suspended_merchant WHERE deletion_begun_at < now() - interval '2 seconds'
            ORDER BY deletion_begun_at
            """;

    /// Two nodes at once would wait for each other's rows.
    private static final String LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('stockroom merchant deletion'))";

    private static final String SOME = """
            DELETE FROM <table> WHERE merchant_id = :merchant AND (<key>) IN (
                SELECT <key> FROM <table> WHERE merchant_id = :merchant LIMIT :rows)
            """;

    /// Deletes all rows at once: each node of a cluster has a copy and could choose other rows for a part.
    private static final String LIMITS = "DELETE FROM own_limit WHERE merchant_id = ?";

    private static final String TOKENS = """
            SELECT encode(token_hash, 'hex') FROM access_token WHERE merchant_id = :merchant LIMIT :rows
            """;

    private static final String DELETE_TOKENS = """
            DELETE FROM access_token
            WHERE token_hash = ANY (ARRAY(SELECT decode(hash, 'hex') FROM unnest(:hashes) AS hash))
            """;

    private static final String DELETE_USES = """
            DELETE FROM last_use
            WHERE credential = ANY (ARRAY(SELECT 'token ' || hash FROM unnest(:hashes) AS hash))
            """;

    /// All products from the last block's first id on belong to that block.
    private static final String LAST_BLOCK = "SELECT max(b.first_id) FROM product_block b WHERE b.merchant_id = ?";

    private static final String DELETE_PRODUCTS =
            "DELETE FROM product WHERE merchant_id = ? AND product_id >= ? RETURNING product_id";

    private static final String DELETE_OWNERS = "DELETE FROM product_owner WHERE product_id = ANY (:products)";

    private static final String DELETE_BLOCK = "DELETE FROM product_block WHERE merchant_id = ? AND first_id = ?";

    private static final String FORGET_CONTENT = "SELECT forget_audit_content(?, ?)";

    private static final String STORE_URL = "SELECT store_url FROM merchant WHERE merchant_id = ? FOR UPDATE";

    private static final String RELEASE_URL = "DELETE FROM store_url WHERE store_url = ? AND merchant_id = ?";

    private static final String DELETE_COUNTER = "DELETE FROM push_counter WHERE merchant_id = ?";

    private static final String DELETE_MERCHANT = "DELETE FROM merchant WHERE merchant_id = ?";

    private static final String UNMARK = "DELETE FROM suspended_merchant WHERE merchant_id = ?";

    private static final Operator SERVER = new Operator("server", null, null);

    /// Each step comes after the rows that refer to its own.
    private static final List<Step> STEPS = List.of(
            MerchantDeletionStore::tokens,
            MerchantDeletionStore::products,
            of("product_bar_code", "bar_code, product_id"),
            of("stock_change", "product_id, push, at"),
            of("stock_push", "push, at"),
            of("idempotency_key", "application_id, account_id, key"),
            of("fetched_product", "store_id, product_id"),
            of("create_turn", "account_id, application_id"),
            of("daily_fetches", "account_id"),
            of("account", "account_id"),
            of("bound_store", "store_id"),
            // these rows are written only for accounts that exist
            of("daily_usage", "account_id, day"),
            of("failed_call", "application_id, failed_at, request_id"),
            of("operator_request", "key_id, key"),
            of("membership", "person_id, membership_id"),
            of("person_link", "link_hash"),
            of("factor_rule", "rule_id"),
            (handle, merchant) -> handle.execute(LIMITS, merchant.value()),
            (handle, merchant) -> handle.select(FORGET_CONTENT, merchant.value(), BATCH)
                    .mapTo(Integer.class)
                    .one());

    private final Database database;

    MerchantDeletionStore(Database database) {
        this.database = database;
    }

    interface Step {
        int deleteSome(Handle handle, MerchantId merchant);
    }

    static final class Elsewhere extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Elsewhere() {
            super(null, null, false, false);
        }
    }

    List<MerchantId> due() {
        return Records.list(database, "merchants to delete", Long.class, DUE).stream()
                .map(MerchantId::new)
                .toList();
    }

    List<Step> steps() {
        return STEPS;
    }

    /// Returns the number of deleted rows. Throws [Elsewhere] if another node is deleting.
    int deleteSome(MerchantId merchant, Step step) {
        return database.inTransaction("delete rows of merchant", handle -> {
            lock(handle);
            return step.deleteSome(handle, merchant);
        });
    }

    private static void lock(Handle handle) {
        if (!handle.createQuery(LOCK).mapTo(Boolean.class).one()) {
            throw new Elsewhere();
        }
    }

    private static Step of(String table, String key) {
        return (handle, merchant) -> handle.createUpdate(SOME)
                .define("table", table)
                .define("key", key)
                .bind("merchant", merchant.value())
                .bind("rows", BATCH)
                .execute();
    }

    private static int tokens(Handle handle, MerchantId merchant) {
        var hashes = handle.createQuery(TOKENS)
                .bind("merchant", merchant.value())
                .bind("rows", BATCH)
                .mapTo(String.class)
                .list();
        if (!hashes.isEmpty()) {
            handle.createUpdate(DELETE_TOKENS)
                    .bindArray("hashes", String.class, hashes)
                    .execute();
            handle.createUpdate(DELETE_USES)
                    .bindArray("hashes", String.class, hashes)
                    .execute();
        }
        return hashes.size();
    }

    /// Deletes one block of products with their stock.
    private static int products(Handle handle, MerchantId merchant) {
        var first =
                handle.select(LAST_BLOCK, merchant.value()).mapTo(Integer.class).findOne();
        if (first.isEmpty()) {
            return 0;
        }
        var products = handle.select(DELETE_PRODUCTS, merchant.value(), first.get())
                .mapTo(Integer.class)
                .list();
        handle.createUpdate(DELETE_OWNERS)
                .bindArray("products", Integer.class, products)
                .execute();
        handle.execute(DELETE_BLOCK, merchant.value(), first.get());
        return products.size() + 1;
    }

    /// Writers hold a lock on the merchant, its account or its counter, and have ended when this has the locks.
    /// Later ones find no merchant.
    void deleteMerchant(MerchantId merchant) {
        database.inTransaction("delete merchant", handle -> {
            lock(handle);
            handle.select(STORE_URL, merchant.value())
                    .mapTo(String.class)
                    .findOne()
                    .ifPresent(storeUrl -> handle.execute(RELEASE_URL, storeUrl, merchant.value()));
            handle.execute(DELETE_COUNTER, merchant.value());
            handle.execute(DELETE_MERCHANT, merchant.value());
            return null;
        });
    }

    void end(MerchantId merchant) {
        database.inTransaction("end deletion", handle -> {
            lock(handle);
            if (handle.execute(UNMARK, merchant.value()) > 0) {
                Notifications.send(handle, CredentialCache.CHANNEL, "merchant " + merchant.value());
                AuditStore.write(handle, SERVER, "merchant.deleted", Subject.of(merchant), null, null);
            }
            return null;
        });
    }
}
