package stockroom.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import stockroom.client.model.StockEntry;
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

    /// Returns four sizes of each colour; the last one is sold out.
    static List<StockEntry> entries(List<Integer> products, int colors) {
        List<StockEntry> entries = new ArrayList<>();
        for (int pid : products) {
            for (int color = 0; color < colors; color++) {
                for (int size = 36; size < 40; size++) {
                    entries.add(new StockEntry(pid, "colour " + color, size, size == 39 ? 0 : pid % 7));
                }
            }
        }
        return entries;
    }

    /// Returns entries as [#sortedRows()] does.
    static List<String> rows(Stream<StockEntry> entries) {
        return entries.map(entry -> "%d %s %d %d -".formatted(entry.pid(), entry.color(), entry.size(), entry.stock()))
                .sorted()
                .toList();
    }

    List<String> sortedRows() {
        return rows().stream().sorted().toList();
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
