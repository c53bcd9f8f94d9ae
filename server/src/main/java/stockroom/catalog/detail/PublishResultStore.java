package stockroom.catalog.detail;

import stockroom.auth.MerchantId;
import stockroom.database.Database;

final class PublishResultStore {
    private static final String REPORT = """
            WITH bound AS (
                SELECT s.store_id, s.shop_id
                FROM account a JOIN bound_store s ON s.merchant_id = a.merchant_id AND s.store_id = a.store_id
                WHERE a.merchant_id = :merchant AND a.account_id = :account),
            replaced AS (
                UPDATE fetched_product f
                SET result_at = now(), result_status = :status, platform = :platform, item_id = :itemId,
                    user_id = :userId, user_nick = :userNick, message = :message
                FROM bound
                WHERE f.merchant_id = :merchant AND f.store_id = bound.store_id AND f.product_id = :product
                  AND bound.shop_id = :shopId
                RETURNING 1)
            SELECT CASE WHEN shop_id <> :shopId THEN 'OTHER_SHOP'
                        WHEN EXISTS (SELECT FROM replaced) THEN 'REPLACED'
                        ELSE 'NOT_FETCHED' END
            FROM bound
            """;

    private final Database database;

    PublishResultStore(Database database) {
        this.database = database;
    }

    enum Reported {
        REPLACED,
        OTHER_SHOP,
        NOT_FETCHED
    }

    Reported report(MerchantId merchant, long account, PublishResult result) {
        return database.of(merchant.value())
                .run(
                        "report result",
                        handle -> handle.createQuery(REPORT)
                                .bind("merchant", merchant.value())
                                .bind("account", account)
                                .bind("product", result.product())
                                .bind("status", result.status())
                                .bind("platform", result.platform())
                                .bind("shopId", result.shopId())
                                .bind("itemId", result.itemId())
                                .bind("userId", result.userId())
                                .bind("userNick", result.userNick())
                                .bind("message", result.message())
                                .mapTo(Reported.class)
                                .one());
    }
}
