package stockroom.audit;

import org.jdbi.v3.core.Handle;
import stockroom.auth.MerchantId;
import stockroom.http.PathIds;

/// Operators change a merchant one after the other, so that what the audit log has as before and after is true.
public final class MerchantLockStore {
    private static final String LOCK = "SELECT 1 FROM merchant WHERE merchant_id = :merchant FOR NO KEY UPDATE";

    private static final String DELETING = """
            SELECT 1 FROM suspended_merchant WHERE merchant_id = :merchant AND deletion_begun_at IS NOT NULL
            """;

    private MerchantLockStore() {}

    /// Held until the transaction ends; the first lock of all that a change takes. There is nothing to change any more
    /// of a merchant that is being deleted.
    public static void lock(Handle handle, MerchantId merchant) {
        if (!finds(handle, LOCK, merchant) || finds(handle, DELETING, merchant)) {
            throw PathIds.notFound("merchant", merchant.value());
        }
    }

    private static boolean finds(Handle handle, String sql, MerchantId merchant) {
        return handle.createQuery(sql)
                .bind("merchant", merchant.value())
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
    }
}
