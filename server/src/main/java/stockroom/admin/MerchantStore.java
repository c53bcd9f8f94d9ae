package stockroom.admin;

import stockroom.auth.MerchantId;
import stockroom.database.Database;

/// Merchants and the accounts of their users.
public final class MerchantStore {
    private static final String CREATE = """
            INSERT INTO merchant (store_url, store_name, open_catalogue) VALUES (:storeUrl, :storeName, :openCatalogue)
            RETURNING merchant_id
            """;

    private static final String BIND = """
            INSERT INTO bound_store (merchant_id, platform, shop_id, shop_name)
            VALUES (:merchant, :platform, :shopId, :shopName)
            ON CONFLICT (merchant_id, platform, shop_id) DO UPDATE SET shop_name = excluded.shop_name
            RETURNING store_id
            """;

    private static final String CREATE_ACCOUNT = """
            INSERT INTO account (merchant_id, name, store_id) VALUES (:merchant, :name, :store) RETURNING account_id
            """;

    private static final String ANY = "SELECT EXISTS (SELECT merchant_id FROM merchant)";

    private final Database database;

    public MerchantStore(Database database) {
        this.database = database;
    }

    /// The outside store an account publishes to.
    public record BoundStore(String platform, String shopId, String shopName) {}

    public MerchantId create(String storeUrl, String storeName, boolean openCatalogue) {
        return database.run(
                "create merchant",
                handle -> handle.createQuery(CREATE)
                        .bind("storeUrl", storeUrl)
                        .bind("storeName", storeName)
                        .bind("openCatalogue", openCatalogue)
                        .mapTo(Long.class)
                        .map(MerchantId::new)
                        .one());
    }

    /// An account; several of one merchant may be bound to the same store and then share its limits.
    public long createAccount(MerchantId merchant, String name, BoundStore bound) {
        return database.inTransaction("create account", handle -> {
            long store = handle.createQuery(BIND)
                    .bind("merchant", merchant.value())
                    .bind("platform", bound.platform())
                    .bind("shopId", bound.shopId())
                    .bind("shopName", bound.shopName())
                    .mapTo(Long.class)
                    .one();
            return handle.createQuery(CREATE_ACCOUNT)
                    .bind("merchant", merchant.value())
                    .bind("name", name)
                    .bind("store", store)
                    .mapTo(Long.class)
                    .one();
        });
    }

    public boolean any() {
        return database.run(
                "any merchant",
                handle -> handle.createQuery(ANY).mapTo(Boolean.class).one());
    }
}
