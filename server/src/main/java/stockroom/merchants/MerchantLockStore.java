package stockroom.merchants;

import org.jdbi.v3.core.Handle;
import stockroom.auth.MerchantId;

/// Serialises operators' changes of a merchant, so that before and after in the audit log are accurate.
public final class MerchantLockStore {
    private static final String LOCK = "SELECT 1 FROM merchant WHERE merchant_id = :merchant FOR NO KEY UPDATE";

    private static final String DELETING = """
            SELECT 1 FROM suspended_merchant WHERE merchant_id = :merchant AND deletion_begun_at IS NOT NULL
            """;

    private MerchantLockStore() {}

    /// Is thrown also for a merchant that is being deleted.
    public static final class UnknownMerchant extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient MerchantId merchant;

        private UnknownMerchant(MerchantId merchant) {
            super(null, null, false, false);
            this.merchant = merchant;
        }

        public MerchantId merchant() {
            return merchant;
        }
    }

    /// Must be the first lock of a change.
    public static void lock(Handle handle, MerchantId merchant) {
        if (!finds(handle, LOCK, merchant) || finds(handle, DELETING, merchant)) {
            throw new UnknownMerchant(merchant);
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
