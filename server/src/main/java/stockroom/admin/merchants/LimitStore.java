package stockroom.admin.merchants;

import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.Operator;
import stockroom.auth.CredentialCache;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.Notifications;
import stockroom.merchants.MerchantLockStore;

/// Limits that are set for one merchant, or one of its accounts.
public final class LimitStore {
    private static final String FIND = """
            SELECT details_per_day, products_per_store, reads_per_second FROM own_limit
            WHERE merchant_id = ? AND account_id = ?
            """;

    private static final String SET = """
            INSERT INTO own_limit (merchant_id, account_id, details_per_day, products_per_store, reads_per_second)
            VALUES (:merchant, :account, :details, :products, :reads)
            ON CONFLICT (merchant_id, account_id) DO UPDATE SET details_per_day = excluded.details_per_day,
                products_per_store = excluded.products_per_store, reads_per_second = excluded.reads_per_second
            """;

    private static final String CLEAR = "DELETE FROM own_limit WHERE merchant_id = :merchant AND account_id = :account";

    private final Database database;

    public LimitStore(Database database) {
        this.database = database;
    }

    /// Whose they are.
    ///
    /// @param account empty for all accounts of the merchant that have none of their own
    record Whose(MerchantId merchant, Optional<Long> account) {
        private long accountNumber() {
            return account.orElse(0L);
        }

        private Subject subject() {
            return account.map(id -> Subject.of("account", id, merchant)).orElse(Subject.of(merchant));
        }
    }

    /// Those that are set, as the interface answers them; null: as for everyone.
    public record SetLimits(
            @Nullable Integer detailsPerDay,
            @Nullable Integer productsPerStore,
            @Nullable Integer readsPerSecond) {
        static final SetLimits NONE = new SetLimits(null, null, null);

        /// What is null here is taken from the others.
        public SetLimits or(SetLimits others) {
            return new SetLimits(
                    detailsPerDay == null ? others.detailsPerDay : detailsPerDay,
                    productsPerStore == null ? others.productsPerStore : productsPerStore,
                    readsPerSecond == null ? others.readsPerSecond : readsPerSecond);
        }
    }

    SetLimits find(Whose whose) {
        return database.run("limits", handle -> find(handle, whose));
    }

    /// What counts for an account: its own, else its merchant's.
    public SetLimits of(MerchantId merchant, long account) {
        return database.run(
                "limits",
                handle -> find(handle, new Whose(merchant, Optional.of(account)))
                        .or(find(handle, new Whose(merchant, Optional.empty()))));
    }

    /// What is null stays.
    SetLimits change(Operator by, Whose whose, SetLimits change) {
        return replace(by, whose, change, false);
    }

    SetLimits clear(Operator by, Whose whose) {
        return replace(by, whose, SetLimits.NONE, true);
    }

    private SetLimits replace(Operator by, Whose whose, SetLimits change, boolean all) {
        return database.inTransaction("set limits", handle -> {
            MerchantLockStore.lock(handle, whose.merchant);
            var before = find(handle, whose);
            var after = all ? change : change.or(before);
            if (after.equals(before)) {
                return before;
            }
            var statement = handle.createUpdate(all ? CLEAR : SET)
                    .bind("merchant", whose.merchant.value())
                    .bind("account", whose.accountNumber());
            if (!all) {
                statement
                        .bind("details", after.detailsPerDay)
                        .bind("products", after.productsPerStore)
                        .bind("reads", after.readsPerSecond);
            }
            statement.execute();
            Notifications.send(handle, CredentialCache.CHANNEL, "limits " + whose.merchant.value());
            AuditStore.write(handle, by, "limits.change", whose.subject(), before, after);
            return after;
        });
    }

    private static SetLimits find(Handle handle, Whose whose) {
        return handle.select(FIND, whose.merchant.value(), whose.accountNumber())
                .mapTo(SetLimits.class)
                .findOne()
                .orElse(SetLimits.NONE);
    }
}
