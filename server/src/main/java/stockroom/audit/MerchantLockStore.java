package stockroom.audit;

import org.jdbi.v3.core.Handle;
import stockroom.auth.MerchantId;

/// Operators change a merchant one after the other, so that what the audit log has as before and after is true.
public final class MerchantLockStore {
    private static final String LOCK = "SELECT 1 FROM merchant WHERE merchant_id = :merchant FOR NO KEY UPDATE";

    private MerchantLockStore() {}

    /// Held until the transaction ends; the first lock of all that a change takes.
    public static void lock(Handle handle, MerchantId merchant) {
        handle.createQuery(LOCK)
                .bind("merchant", merchant.value())
                .mapTo(Integer.class)
                .findOne();
    }
}
