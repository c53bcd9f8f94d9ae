package stockroom.admin.merchants;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import stockroom.admin.operators.OperatorRequestStore;
import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.Operator;
import stockroom.auth.CredentialCache;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.Notifications;
import stockroom.database.paging.Page;
import stockroom.merchants.MerchantLockStore;

/// Merchants.
public final class MerchantStore {
    private static final String CREATE = """
            INSERT INTO merchant (store_url, store_name, open_catalogue) VALUES (:storeUrl, :storeName, :openCatalogue)
            RETURNING merchant_id
            """;

    private static final String CLAIM_URL = """
            INSERT INTO store_url (store_url, merchant_id) VALUES (?, ?) ON CONFLICT DO NOTHING
            """;

    private static final String RELEASE_URL = "DELETE FROM store_url WHERE store_url = ? AND merchant_id = ?";

    private static final String OWNER_OF_URL = "SELECT merchant_id FROM store_url WHERE store_url = ?";

    private static final String MERCHANTS = """
            m.merchant_id, m.store_url, m.store_name, m.open_catalogue, m.created_at,
            s.merchant_id IS NOT NULL AS suspended
            FROM merchant m LEFT JOIN suspended_merchant s ON s.merchant_id = m.merchant_id
            """;

    private static final String FIND = "SELECT " + MERCHANTS + "WHERE m.merchant_id = ?";

    private static final String LIST =
            "SELECT " + MERCHANTS + "WHERE m.merchant_id > :after ORDER BY m.merchant_id LIMIT :rows";

    private static final String COUNTS = """
            SELECT coalesce(sum(b.total), 0) AS products, coalesce(sum(b.with_stock), 0) AS with_stock
            FROM product_block b WHERE b.merchant_id = ?
            """;

    private static final String CHANGE = """
            UPDATE merchant SET store_url = ?, store_name = ?, open_catalogue = ? WHERE merchant_id = ?
            """;

    private static final String SUSPEND =
            "INSERT INTO suspended_merchant (merchant_id) VALUES (?) ON CONFLICT DO NOTHING";

    private static final String RESUME = "DELETE FROM suspended_merchant WHERE merchant_id = ?";

    private static final String ANY = "SELECT EXISTS (SELECT merchant_id FROM merchant)";

    private final Database database;

    public MerchantStore(Database database) {
        this.database = database;
    }

    /// A merchant, as the interface answers it.
    public record Merchant(
            long merchantId,
            String storeUrl,
            String storeName,
            boolean openCatalogue,
            boolean suspended,
            Instant createdAt) {

        public MerchantId id() {
            return new MerchantId(merchantId);
        }

        private Merchant with(Change change) {
            return new Merchant(
                    merchantId,
                    change.storeUrl.orElse(storeUrl),
                    change.storeName.orElse(storeName),
                    change.openCatalogue.orElse(openCatalogue),
                    change.suspended.orElse(suspended),
                    createdAt);
        }
    }

    /// A merchant and the number of its products.
    record MerchantWithCounts(@JsonUnwrapped Merchant merchant, long products, long productsWithStock) {}

    /// Another merchant has this `storeUrl`.
    static final class StoreUrlTaken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private StoreUrlTaken() {
            super(null, null, false, false);
        }
    }

    /// What is to be changed; what is empty stays.
    record Change(
            Optional<String> storeUrl,
            Optional<String> storeName,
            Optional<Boolean> openCatalogue,
            Optional<Boolean> suspended) {}

    public Merchant create(Operator by, String storeUrl, String storeName, boolean openCatalogue) {
        return database.inTransaction("create merchant", handle -> {
            OperatorRequestStore.claim(handle, by);
            var merchant = new MerchantId(handle.createQuery(CREATE)
                    .bind("storeUrl", storeUrl)
                    .bind("storeName", storeName)
                    .bind("openCatalogue", openCatalogue)
                    .mapTo(Long.class)
                    .one());
            claim(handle, merchant, storeUrl);
            var created = find(handle, merchant).orElseThrow();
            AuditStore.write(handle, by, "merchant.create", Subject.of(merchant), null, created);
            return created;
        });
    }

    /// Where the merchants themselves cannot tell: on a cluster, they are on many nodes.
    private static void claim(Handle handle, MerchantId merchant, String storeUrl) {
        if (handle.execute(CLAIM_URL, storeUrl, merchant.value()) == 0) {
            throw new StoreUrlTaken();
        }
    }

    /// The merchant that has this `storeUrl`.
    Page<Merchant> find(String storeUrl) {
        return database.run(
                "merchant by url",
                handle -> new Page<>(
                        handle
                                .select(OWNER_OF_URL, storeUrl)
                                .mapTo(Long.class)
                                .findOne()
                                .flatMap(merchant -> find(handle, new MerchantId(merchant)))
                                .stream()
                                .toList(),
                        null));
    }

    Optional<Merchant> find(MerchantId merchant) {
        return database.run("merchant", handle -> find(handle, merchant));
    }

    Optional<MerchantWithCounts> findWithCounts(MerchantId merchant) {
        return database.run(
                "merchant",
                handle -> find(handle, merchant)
                        .map(found -> handle.select(COUNTS, merchant.value())
                                .map((row, _) -> new MerchantWithCounts(
                                        found, row.getLong("products"), row.getLong("with_stock")))
                                .one()));
    }

    Page<Merchant> list(Page.Wanted wanted) {
        var rows = database.run(
                "merchants",
                handle -> handle.createQuery(LIST)
                        .bind("after", wanted.afterNumber(0))
                        .bind("rows", wanted.rows())
                        .mapTo(Merchant.class)
                        .list());
        return Page.of(rows, wanted, merchant -> Page.cursor(merchant.merchantId()));
    }

    Optional<Merchant> change(Operator by, MerchantId merchant, Change change) {
        return database.inTransaction("change merchant", handle -> {
            MerchantLockStore.lock(handle, merchant);
            var before = find(handle, merchant);
            if (before.isEmpty() || before.get().with(change).equals(before.get())) {
                return before;
            }
            var after = before.get().with(change);
            if (!after.storeUrl.equals(before.get().storeUrl)) {
                claim(handle, merchant, after.storeUrl);
                handle.execute(RELEASE_URL, before.get().storeUrl, merchant.value());
            }
            handle.execute(CHANGE, after.storeUrl, after.storeName, after.openCatalogue, merchant.value());
            handle.execute(after.suspended ? SUSPEND : RESUME, merchant.value());
            Notifications.send(handle, CredentialCache.CHANNEL, "merchant " + merchant.value());
            AuditStore.write(handle, by, "merchant.change", Subject.of(merchant), before.get(), after);
            return Optional.of(after);
        });
    }

    public boolean any() {
        return database.run(
                "any merchant",
                handle -> handle.createQuery(ANY).mapTo(Boolean.class).one());
    }

    private static Optional<Merchant> find(Handle handle, MerchantId merchant) {
        return handle.select(FIND, merchant.value()).mapTo(Merchant.class).findOne();
    }
}
