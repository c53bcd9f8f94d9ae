package stockroom.admin.merchants;

import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.Nested;
import stockroom.admin.operators.OperatorRequestStore;
import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.Operator;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.Records;
import stockroom.database.paging.Page;
import stockroom.merchants.MerchantLockStore;

public final class AccountStore {
    private static final String BIND = """
            INSERT INTO bound_store (merchant_id, platform, shop_id, shop_name)
            VALUES (?, ?, ?, ?)
            ON CONFLICT (merchant_id, platform, shop_id) DO UPDATE SET shop_name = excluded.shop_name
            RETURNING store_id
            """;

    private static final String FIND_STORE = """
            SELECT store_id, platform, shop_id, shop_name FROM bound_store
            WHERE merchant_id = ? AND platform = ? AND shop_id = ?
            """;

    private static final String CREATE =
            "INSERT INTO account (merchant_id, name, store_id) VALUES (?, ?, ?) RETURNING account_id";

    private static final String ACCOUNTS = """
            a.merchant_id, a.account_id, a.name, a.created_at, s.store_id, s.platform, s.shop_id, s.shop_name
            FROM account a JOIN bound_store s ON s.merchant_id = a.merchant_id AND s.store_id = a.store_id
            WHERE a.merchant_id = ?
            """;

    private static final String FIND = "SELECT " + ACCOUNTS + "AND a.account_id = ?";

    private static final String LIST = "SELECT " + ACCOUNTS + """
            AND a.account_id > ? AND strpos(lower(concat_ws(' ', a.name, s.shop_id, s.shop_name)), lower(?)) > 0
            ORDER BY a.account_id LIMIT ?
            """;

    private static final String CHANGE =
            "UPDATE account SET name = ?, store_id = ? WHERE merchant_id = ? AND account_id = ?";

    private final Database database;

    public AccountStore(Database database) {
        this.database = database;
    }

    public record BoundStore(String platform, String shopId, String shopName) {}

    public record Store(long storeId, String platform, String shopId, String shopName) {}

    public record Account(
            long merchantId,
            long accountId,
            String name,
            @Nested Store store,
            Instant createdAt) {}

    /// Accounts of a merchant that are bound to the same store share its limits.
    public Account create(Operator by, MerchantId merchant, String name, BoundStore bound) {
        return database.inTransaction("create account", handle -> {
            OperatorRequestStore.claim(handle, by);
            MerchantLockStore.lock(handle, merchant);
            long account = handle.select(CREATE, merchant.value(), name, bind(handle, by, merchant, bound))
                    .mapTo(Long.class)
                    .one();
            var created = find(handle, merchant, account).orElseThrow();
            AuditStore.write(handle, by, "account.create", Subject.of("account", account, merchant), null, created);
            return created;
        });
    }

    public Optional<Account> find(MerchantId merchant, long account) {
        return Records.find(database, "account", Account.class, FIND, merchant.value(), account);
    }

    public Page<Account> list(MerchantId merchant, Page.Wanted wanted, String search) {
        long after = wanted.afterNumber(0);
        var rows =
                Records.list(database, "accounts", Account.class, LIST, merchant.value(), after, search, wanted.rows());
        return Page.of(rows, wanted, account -> Page.cursor(account.accountId()));
    }

    public Optional<Account> change(
            Operator by, MerchantId merchant, long account, Optional<String> name, Optional<BoundStore> bound) {
        return database.inTransaction("change account", handle -> {
            MerchantLockStore.lock(handle, merchant);
            var before = find(handle, merchant, account);
            if (before.isEmpty()) {
                return before;
            }
            long store = bound.map(given -> bind(handle, by, merchant, given)).orElse(before.get().store.storeId);
            handle.execute(CHANGE, name.orElse(before.get().name), store, merchant.value(), account);
            var after = find(handle, merchant, account).orElseThrow();
            if (!after.equals(before.get())) {
                AuditStore.write(
                        handle, by, "account.change", Subject.of("account", account, merchant), before.get(), after);
            }
            return Optional.of(after);
        });
    }

    /// A new shop name is audited as a change of the store, since it applies to all its accounts.
    private static long bind(Handle handle, Operator by, MerchantId merchant, BoundStore bound) {
        var before = findStore(handle, merchant, bound);
        long store = handle.select(BIND, merchant.value(), bound.platform, bound.shopId, bound.shopName)
                .mapTo(Long.class)
                .one();
        if (before.isPresent() && !before.get().shopName.equals(bound.shopName())) {
            AuditStore.write(
                    handle,
                    by,
                    "store.change",
                    Subject.of("store", store, merchant),
                    before.get(),
                    findStore(handle, merchant, bound).orElseThrow());
        }
        return store;
    }

    private static Optional<Store> findStore(Handle handle, MerchantId merchant, BoundStore bound) {
        return handle.select(FIND_STORE, merchant.value(), bound.platform, bound.shopId)
                .mapTo(Store.class)
                .findOne();
    }

    private static Optional<Account> find(Handle handle, MerchantId merchant, long account) {
        return handle.select(FIND, merchant.value(), account)
                .mapTo(Account.class)
                .findOne();
    }
}
