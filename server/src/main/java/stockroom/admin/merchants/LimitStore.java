package stockroom.admin.merchants;

import java.util.Optional;
import org.jdbi.v3.core.Handle;
import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.Operator;
import stockroom.auth.CredentialCache;
import stockroom.auth.MerchantId;
import stockroom.auth.OwnLimits;
import stockroom.database.Database;
import stockroom.database.Notifications;
import stockroom.merchants.MerchantLockStore;

public final class LimitStore {
    private static final String FIND = """
            SELECT details_per_day, products_per_store, reads_per_second FROM own_limit
            WHERE merchant_id = ? AND account_id = ?
            """;

    private static final String SET = """
            INSERT INTO own_limit (merchant_id, account_id, details_per_day, products_per_store, reads_per_second)
            VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (merchant_id, account_id) DO UPDATE SET details_per_day = excluded.details_per_day,
                products_per_store = excluded.products_per_store, reads_per_second = excluded.reads_per_second
            """;

    private static final String CLEAR = "DELETE FROM own_limit WHERE merchant_id = ? AND account_id = ?";

    private final Database database;

    public LimitStore(Database database) {
        this.database = database;
    }

    /// `account` is empty for the limits of accounts that have none of their own.
    record Whose(MerchantId merchant, Optional<Long> account) {
        private long accountNumber() {
            return account.orElse(0L);
        }

        private Subject subject() {
            return account.map(id -> Subject.of("account", id, merchant)).orElse(Subject.of(merchant));
        }
    }

    OwnLimits find(Whose whose) {
        return database.run("limits", handle -> find(handle, whose));
    }

    /// Each limit is the account's own if set, or else its merchant's.
    public OwnLimits of(MerchantId merchant, long account) {
        return database.run(
                "limits",
                handle -> find(handle, new Whose(merchant, Optional.of(account)))
                        .or(find(handle, new Whose(merchant, Optional.empty()))));
    }

    OwnLimits change(Operator by, Whose whose, OwnLimits change) {
        return replace(by, whose, change, false);
    }

    OwnLimits clear(Operator by, Whose whose) {
        return replace(by, whose, OwnLimits.NONE, true);
    }

    private OwnLimits replace(Operator by, Whose whose, OwnLimits change, boolean all) {
        return database.inTransaction("set limits", handle -> {
            MerchantLockStore.lock(handle, whose.merchant);
            var before = find(handle, whose);
            var after = all ? change : change.or(before);
            if (after.equals(before)) {
                return before;
            }
            long merchant = whose.merchant.value();
            if (all) {
                handle.execute(CLEAR, merchant, whose.accountNumber());
            } else {
                handle.execute(
                        SET,
                        merchant,
                        whose.accountNumber(),
                        after.detailsPerDay(),
                        after.productsPerStore(),
                        after.readsPerSecond());
            }
            Notifications.send(handle, CredentialCache.CHANNEL, "limits " + merchant);
            AuditStore.write(handle, by, "limits.change", whose.subject(), before, after);
            return after;
        });
    }

    private static OwnLimits find(Handle handle, Whose whose) {
        return handle.select(FIND, whose.merchant.value(), whose.accountNumber())
                .mapTo(OwnLimits.class)
                .findOne()
                .orElse(OwnLimits.NONE);
    }
}
