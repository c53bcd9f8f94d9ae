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
import stockroom.database.Records;
import stockroom.database.paging.Page;
import stockroom.merchants.MerchantLockStore;

public final class MerchantStore {
    private static final String CREATE = """
            INSERT INTO merchant (store_url, store_name, open_catalogue) VALUES (?, ?, ?)
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

    private static final String LIST = "SELECT " + MERCHANTS + """
            WHERE m.merchant_id > ? AND strpos(lower(m.store_url || ' ' || m.store_name), lower(?)) > 0
              AND CASE ? WHEN 'active' THEN s.merchant_id IS NULL
                         WHEN 'suspended' THEN s.merchant_id IS NOT NULL ELSE true END
            ORDER BY m.merchant_id LIMIT ?
            """;

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

    record MerchantWithCounts(@JsonUnwrapped Merchant merchant, long products, long productsWithStock) {}

    static final class StoreUrlTaken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        final String storeUrl;

        private StoreUrlTaken(String storeUrl) {
            super(null, null, false, false);
            this.storeUrl = storeUrl;
        }
    }

    /// An empty field keeps its value.
    record Change(
            Optional<String> storeUrl,
            Optional<String> storeName,
            Optional<Boolean> openCatalogue,
            Optional<Boolean> suspended) {}

    public Merchant create(Operator by, String storeUrl, String storeName, boolean openCatalogue) {
        return database.inTransaction("create merchant", handle -> {
            OperatorRequestStore.claim(handle, by);
            var merchant = new MerchantId(handle.select(CREATE, storeUrl, storeName, openCatalogue)
                    .mapTo(Long.class)
                    .one());
            claim(handle, merchant, storeUrl);
            var created = find(handle, merchant);
            AuditStore.write(handle, by, "merchant.create", Subject.of(merchant), null, created);
            return created;
        });
    }

    /// A unique key on merchants cannot span the nodes of a cluster, so short names have a table of their own.
    private static void claim(Handle handle, MerchantId merchant, String storeUrl) {
        if (handle.execute(CLAIM_URL, storeUrl, merchant.value()) == 0) {
            throw new StoreUrlTaken(storeUrl);
        }
    }

    Page<Merchant> find(String storeUrl) {
        var owner = Records.find(database, "merchant by url", Long.class, OWNER_OF_URL, storeUrl);
        return new Page<>(
                owner.map(MerchantId::new).flatMap(this::find).stream().toList(), null);
    }

    public Optional<Merchant> find(MerchantId merchant) {
        return Records.find(database, "merchant", Merchant.class, FIND, merchant.value());
    }

    Optional<MerchantWithCounts> findWithCounts(MerchantId merchant) {
        return find(merchant)
                .map(found -> database.run(
                        "merchant",
                        handle -> handle.select(COUNTS, merchant.value())
                                .map((row, _) -> new MerchantWithCounts(
                                        found, row.getLong("products"), row.getLong("with_stock")))
                                .one()));
    }

    Page<Merchant> list(Page.Wanted wanted, String search, String state) {
        var rows = Records.list(
                database, "merchants", Merchant.class, LIST, wanted.afterNumber(0), search, state, wanted.rows());
        return Page.of(rows, wanted, merchant -> Page.cursor(merchant.merchantId()));
    }

    Merchant change(Operator by, MerchantId merchant, Change change) {
        return database.inTransaction("change merchant", handle -> {
            MerchantLockStore.lock(handle, merchant);
            var before = find(handle, merchant);
            var after = before.with(change);
            if (after.equals(before)) {
                return before;
            }
            if (!after.storeUrl.equals(before.storeUrl)) {
                claim(handle, merchant, after.storeUrl);
                handle.execute(RELEASE_URL, before.storeUrl, merchant.value());
            }
            handle.execute(CHANGE, after.storeUrl, after.storeName, after.openCatalogue, merchant.value());
            handle.execute(after.suspended ? SUSPEND : RESUME, merchant.value());
            Notifications.send(handle, CredentialCache.CHANNEL, "merchant " + merchant.value());
            AuditStore.write(handle, by, "merchant.change", Subject.of(merchant), before, after);
            return after;
        });
    }

    public boolean any() {
        return Records.find(database, "any merchant", Boolean.class, ANY).orElseThrow();
    }

    private static Merchant find(Handle handle, MerchantId merchant) {
        return handle.select(FIND, merchant.value()).mapTo(Merchant.class).one();
    }
}
