package stockroom.client;

import java.util.List;
import java.util.Map;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

record ClientMerchant(TestMerchant merchant) {
    /// The cache is short because tests change credentials directly in the database.
    static final Platform PLATFORM = Platform.start(Map.of("STOCKROOM_AUTH_CACHE_TIME", "100ms"));

    static ClientMerchant create() {
        return new ClientMerchant(PLATFORM.merchant());
    }

    ClientBuilder client() {
        return client(PLATFORM.baseUrl());
    }

    ClientBuilder client(String url) {
        return StockroomClient.builder()
                .address(url)
                .appid(appid())
                .secret(secret())
                .token(token());
    }

    List<Integer> products(int count) {
        return merchant.products(count);
    }

    String artNo(int product) {
        return PLATFORM.query(
                "SELECT art_no FROM product WHERE merchant_id = %d AND product_id = %d".formatted(id(), product));
    }

    /// Returns every entry as `product colour size quantity barcode`.
    List<String> rows() {
        return PLATFORM.queryAll("""
                SELECT concat_ws(' ', product_id, colour, size, quantity, coalesce(bar_code, '-'))
                FROM stock_entry
                WHERE merchant_id = %d ORDER BY product_id, colour, size""".formatted(id()));
    }

    long id() {
        return merchant.id().value();
    }

    long account() {
        return merchant.account();
    }

    String shopId() {
        return merchant.shopId();
    }

    String appid() {
        return Long.toString(merchant.appid());
    }

    String secret() {
        return merchant.secret().reveal();
    }

    String token() {
        return merchant.token().reveal();
    }
}
