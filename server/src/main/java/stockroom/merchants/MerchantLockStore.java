package stockroom.merchants;

import org.jdbi.v3.core.Handle;
import stockroom.auth.MerchantId;

/// Operators change a merchant one after the other, so that what the audit log has as before and after is true.
public final class MerchantLockStore {
    private static final String LOCK = "SELECT 1 FROM merchant WHERE merchant_id = :merchant FOR NO KEY UPDATE";

    private static final String DELETING = """
            SELECT 1 FROM suspended_merchant WHERE merchant_id = :merchant AND deletion_begun_at IS NOT NULL
            """;

    private MerchantLockStore() {}

    /// There is no such merchant, or none any more.
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

    /// Held until the transaction ends; the first lock of all that a change takes. There is nothing to change any more
    /// of a merchant that is being deleted.
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
