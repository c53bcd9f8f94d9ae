package stockroom.admin.merchants;

import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.Operator;
import stockroom.auth.CredentialCache;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.Notifications;
import stockroom.merchants.MerchantLockStore;

/// Starts the deletion of a merchant and reports its progress. Servers carry it out in the background.
public final class DeletionStore {
    /// Counting stops here, since exact counts of large merchants take long.
    private static final int MAX_COUNTED = 100_000;

    private static final String MARK = """
            INSERT INTO suspended_merchant (merchant_id, deletion_begun_at) VALUES (?, now())
            ON CONFLICT (merchant_id) DO UPDATE SET deletion_begun_at = excluded.deletion_begun_at
            """;

    private static final String MARKED =
            "SELECT 1 FROM suspended_merchant WHERE merchant_id = ? AND deletion_begun_at IS NOT NULL";

    private static final String CREATED = "SELECT created_at FROM merchant WHERE merchant_id = ?";

    /// A deleted merchant is recognised by its audit entry, as long as that is kept.
    private static final String DELETED =
            "SELECT 1 FROM audit_entry WHERE merchant_id = ? AND action = 'merchant.deleted' LIMIT 1";

    private static final String PRODUCTS =
            "SELECT coalesce(sum(b.total), 0) FROM product_block b WHERE b.merchant_id = ?";

    private static final String STOCK_ENTRIES = """
            SELECT coalesce(sum(entries), 0) FROM (SELECT entries FROM product WHERE merchant_id = ? LIMIT ?) counted
            """;

    private static final String COUNT = """
            SELECT count(*) FROM (SELECT 1 FROM <table> WHERE merchant_id = :merchant <only> LIMIT :most) counted
            """;

    private static final String WITH_CONTENT =
            "AND action <> 'merchant.delete' AND (before IS NOT NULL OR after IS NOT NULL)";

    private final Database database;

    public DeletionStore(Database database) {
        this.database = database;
    }

    /// `auditEntries` counts entries that still hold details of the change.
    record Contents(
            long merchantId,
            String state,
            long accounts,
            long tokens,
            long products,
            long stockEntries,
            long pushes,
            long fetchedProducts,
            long usageDays,
            long failedCalls,
            long auditEntries) {}

    private record Deleted(long merchantId, Instant createdAt) {}

    Optional<Contents> contents(MerchantId merchant) {
        return database.run(
                "contents", handle -> state(handle, merchant).map(state -> contents(handle, merchant, state)));
    }

    private static Contents contents(Handle handle, MerchantId merchant, String state) {
        return new Contents(
                merchant.value(),
                state,
                count(handle, merchant, "account", ""),
                count(handle, merchant, "access_token", ""),
                handle.select(PRODUCTS, merchant.value()).mapTo(Long.class).one(),
                handle.select(STOCK_ENTRIES, merchant.value(), MAX_COUNTED)
                        .mapTo(Long.class)
                        .one(),
                count(handle, merchant, "stock_push", ""),
                count(handle, merchant, "fetched_product", ""),
                count(handle, merchant, "daily_usage", ""),
                count(handle, merchant, "failed_call", ""),
                count(handle, merchant, "audit_entry", WITH_CONTENT));
    }

    private static Optional<String> state(Handle handle, MerchantId merchant) {
        if (finds(handle, MARKED, merchant)) {
            return Optional.of("deleting");
        }
        if (created(handle, merchant).isPresent()) {
            return Optional.of("kept");
        }
        return finds(handle, DELETED, merchant) ? Optional.of("deleted") : Optional.empty();
    }

    private static boolean finds(Handle handle, String sql, MerchantId merchant) {
        return handle.select(sql, merchant.value())
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
    }

    private static long count(Handle handle, MerchantId merchant, String table, String only) {
        return handle.createQuery(COUNT)
                .define("table", table)
                .define("only", only)
                .bind("merchant", merchant.value())
                .bind("most", MAX_COUNTED)
                .mapTo(Long.class)
                .one();
    }

    /// Refuses the merchant's tokens and all changes from now on, irrevocably.
    void begin(Operator by, MerchantId merchant) {
        database.inTransaction("delete merchant", handle -> {
            if (finds(handle, MARKED, merchant)) {
                return null;
            }
            MerchantLockStore.lock(handle, merchant);
            handle.execute(MARK, merchant.value());
            Notifications.send(handle, CredentialCache.CHANNEL, "merchant " + merchant.value());
            var deleted =
                    new Deleted(merchant.value(), created(handle, merchant).orElseThrow());
            AuditStore.write(handle, by, "merchant.delete", Subject.of(merchant), null, deleted);
            return null;
        });
    }

    private static Optional<Instant> created(Handle handle, MerchantId merchant) {
        return handle.select(CREATED, merchant.value()).mapTo(Instant.class).findOne();
    }
}
