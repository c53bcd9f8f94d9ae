package stockroom.testing.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import stockroom.admin.merchants.AccountStore.BoundStore;
import stockroom.audit.Operator;
import stockroom.auth.Caller;
import stockroom.auth.MerchantId;
import stockroom.catalog.ledger.Attempt;
import stockroom.catalog.products.NewProduct;
import stockroom.catalog.products.NewProduct.Attribute;
import stockroom.catalog.stock.StockOrder;
import stockroom.catalog.stock.StockWriteStore;
import stockroom.config.Secret;
import stockroom.demo.DemoStockStore.Entry;
import stockroom.http.input.Digest;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// Provides a merchant for each sample of `contract/`, in the state that its `given` names.
public final class ContractState {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final Attempt WITHOUT_TURN =
            new Attempt(Duration.ZERO, false, "0123456789abcdef", Optional.empty(), Optional.empty());
    private static final Attempt WITH_REFERENCE =
            new Attempt(Duration.ZERO, false, "0123456789abcdef", Optional.of("order-1001"), Optional.empty());

    private final Platform platform = Platform.shared();
    private final Map<String, Object> values = new HashMap<>();
    private TestMerchant merchant;
    private int productWithStock;

    public ContractState(List<String> given) {
        int number = COUNT.incrementAndGet();
        this.merchant =
                merchant("walkwell", "Walk Well", false, "10.77.%d.%d".formatted(number / 250, number % 250 + 1));
        given.forEach(this::arrange);
        values.putAll(merchant.headers());
        addWrongSigns();
    }

    private void addWrongSigns() {
        long timestamp = Long.parseLong(String.valueOf(values.get("timestamp")));
        var secret = merchant.secret().reveal();
        values.put("timestampInBeijing", timestamp + Duration.ofHours(8).toSeconds());
        values.put("signReversed", md5(timestamp + secret));
        values.put("signSpaced", md5(secret + "\n" + timestamp));
        values.put("signSalted", md5(secret + timestamp + secret));
    }

    private static String md5(String text) {
        return HexFormat.of().withUpperCase().formatHex(Digest.of("MD5", text.getBytes(StandardCharsets.UTF_8)));
    }

    public TestMerchant merchant() {
        return merchant;
    }

    /// Returns the values of placeholders that are known before the response.
    public Map<String, Object> values() {
        return values;
    }

    private void arrange(String given) {
        switch (given) {
            case "a product with stock" -> addProductWithStock();
            case "a product with 300 colours" -> addProductOf(300, 38, 38);
            case "a product with 9999 entries" -> addProductOf(101, 1, 99);
            case "a product without stock" -> values.put("productWithoutStock", product(merchant, "HX-1002"));
            case "another merchant's product" ->
                values.put("anothersProduct", product(merchant("closedshoes", "Closed Shoes", false, ""), "CC-7"));
            case "another merchant's product in an open catalogue" -> addOpenProduct();
            case "a create-stock request was just admitted" -> merchant.createStock("""
                    [{"pid":2147483647,"color":"red","param":[{"size":"1","stock":1}]}]""");
            case "the product with stock has been fetched" -> merchant.detail(productWithStock);
            case "a publish result for it has been reported" -> merchant.uploadResult(productWithStock, 1);
            case "all fetches of the day are used up" ->
                execute("INSERT INTO daily_fetches VALUES (:merchant, :account,"
                        + " (now() AT TIME ZONE 'Asia/Shanghai')::date, 300)");
            case "one of three due products has a publish result" -> dueProducts(1);
            case "two of three due products have a publish result" -> dueProducts(2);
            case "the bound store has fetched 5000 products" -> fullStore();
            case "the merchant is suspended" ->
                execute("INSERT INTO suspended_merchant (merchant_id) VALUES (:merchant)");
            case "the application is suspended" ->
                execute("UPDATE application SET suspended = true WHERE application_id = :appid");
            case "the access token has expired" ->
                execute("UPDATE access_token SET expires_at = now() WHERE application_id = :appid");
            case "the access token is revoked" ->
                execute("UPDATE access_token SET revoked_at = now() WHERE application_id = :appid");
            case "the access token was issued to another application" ->
                merchant = platform.throughAnotherApplication(merchant).withToken(merchant.token());
            case "the application has set stock" -> setStock(WITHOUT_TURN);
            case "the application has set stock for order-1001" -> setStock(WITH_REFERENCE);
            case "an operator has set red 38 to 9 since" ->
                stock(merchant.id(), merchant.account(), new Entry(productWithStock, "red", 38, 9, null));
            case "the application has deleted red" ->
                delete("{\"pid\":%d,\"color\":\"red\"}".formatted(productWithStock));
            case "the application has deleted an entry of colour 1" ->
                delete("{\"pid\":%d,\"color\":\"colour 1\",\"sizes\":[%d]}"
                        .formatted(
                                productWithStock,
                                merchant.stockList(productWithStock)
                                        .json()
                                        .at("/data/0/size")
                                        .asInt()));
            case "an operator has added another colour since" ->
                stock(merchant.id(), merchant.account(), new Entry(productWithStock, "white", 38, 1, null));
            case "the application has undone it" -> {
                writes().undo(caller(), new StockWriteStore.Undo(2, false), WITHOUT_TURN);
                freeTurn();
            }
            case "the product with stock has been deleted" ->
                platform.catalogue().delete(Operator.onTheServer(), merchant.id(), productWithStock);
            case "a cursor of the changes has been taken" -> values.put("givenCursor", cursor(merchant.changes()));
            case "the changes since are no longer kept" ->
                execute("DELETE FROM stock_push WHERE merchant_id = :merchant;"
                        + " DELETE FROM stock_change WHERE merchant_id = :merchant");
            case "the service has been restored from a backup since" ->
                values.computeIfPresent("givenCursor", (_, cursor) -> ofAnotherEpoch((String) cursor));
            case "a restore from a backup has skipped the push numbers 2 to 1000001" ->
                execute("UPDATE push_counter SET last = last + 1000000 WHERE merchant_id = :merchant");
            case "the first page of the history of red has been read" ->
                values.put(
                        "givenCursor",
                        cursor(merchant.history("productid", productWithStock, "color", "red", "limit", 1)));
            case "a moment has been noted" -> {
                values.put(
                        "noted",
                        platform.query("SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC',"
                                + " 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')"));
                platform.query("SELECT pg_sleep(0.003)::text");
            }
            case "changes before 2002 are no longer kept" ->
                execute("UPDATE ledger SET kept_since = '2002-01-01 00:00+00'");
            case "a request with the key order-1001 has been answered" ->
                assertThat(merchant.createStock(
                                        "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":\"38\",\"delta\":-2}]}]"
                                                .formatted(productWithStock),
                                        "order-1001")
                                .success())
                        .isTrue();
            case "a request with the key order-1002 has been refused" ->
                assertThat(merchant.createStock(
                                        "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":\"38\",\"delta\":-6}]}]"
                                                .formatted(productWithStock),
                                        "order-1002")
                                .code())
                        .isEqualTo("STOCK_BELOW_ZERO");
            case "two products with 9990 entries each" -> {
                for (int n = 1; n <= 2; n++) {
                    int product = product(merchant, "HX-%d".formatted(2000 + n));
                    values.put("fullProduct" + n, product);
                    addColours(product, 10, 1, 999);
                }
            }
            case "ten wrong signs were just sent" -> {
                for (int i = 0; i < 10; i++) {
                    merchant.withSecret(new Secret("wrong")).stockList(1);
                }
            }
            default -> throw new IllegalArgumentException("given: " + given);
        }
    }

    private TestMerchant merchant(String storeUrl, String storeName, boolean openCatalogue, String address) {
        // the sample before used this name, and its merchant is not called any more
        platform.execute("DELETE FROM store_url WHERE store_url = '%s'".formatted(storeUrl));
        var id = platform.merchants()
                .create(Operator.onTheServer(), storeUrl, storeName, openCatalogue)
                .id();
        long account = platform.accounts()
                .create(Operator.onTheServer(), id, "owner", new BoundStore("tb", "880001", "Walk Well on TB"))
                .accountId();
        var application = platform.applications().create(Operator.onTheServer(), "contract");
        var token = platform.tokens()
                .issue(Operator.onTheServer(), application.appid(), id, account, Duration.ofHours(1))
                .accesstoken();
        return new TestMerchant(
                platform, id, account, application.appid(), application.secret(), token, "880001", address);
    }

    private int product(TestMerchant owner, String artNo) {
        var storeName = owner.equals(merchant) ? "Walk Well" : "Open Shoes";
        var picture = "https://pictures.example/" + artNo + "-1.jpg";
        return platform.catalogue()
                .add(
                        Operator.onTheServer(),
                        owner.id(),
                        List.of(new NewProduct(
                                artNo,
                                storeName + " " + artNo,
                                "<p>A light shoe.</p><img src=\"%s\">".formatted(picture),
                                new BigDecimal("99.50"),
                                List.of(picture, "https://pictures.example/" + artNo + "-2.jpg"),
                                "",
                                "50,5012",
                                "Shoes,Sports",
                                List.of(new Attribute("Sole", "Rubber"), new Attribute("Season", "Summer")))))
                .getFirst();
    }

    private void addProductWithStock() {
        int product = product(merchant, "HX-1001");
        productWithStock = product;
        values.put("productWithStock", product);
        var id = merchant.id();
        stock(
                id,
                merchant.account(),
                new Entry(product, "red", 38, 5, "6901001000380"),
                new Entry(product, "red", 39, 0, null),
                new Entry(product, "blue", 38, 12, null));
        platform.stock().setPicture(id, product, "red", "https://pictures.example/HX-1001-red.jpg");
    }

    private void addProductOf(int colours, int firstSize, int lastSize) {
        int product = product(merchant, "HX-1001");
        productWithStock = product;
        values.put("productWithStock", product);
        addColours(product, colours, firstSize, lastSize);
    }

    private void addColours(int product, int colours, int firstSize, int lastSize) {
        stock(
                merchant.id(),
                merchant.account(),
                IntStream.rangeClosed(1, colours)
                        .boxed()
                        .flatMap(n -> IntStream.rangeClosed(firstSize, lastSize)
                                .mapToObj(size -> new Entry(product, "colour " + n, size, 1, null)))
                        .toArray(Entry[]::new));
    }

    private void setStock(Attempt attempt) {
        var order = new StockOrder.Builder();
        order.entry(productWithStock, "red", 38, 3, null);
        order.entry(productWithStock, "red", 40, 2, null);
        writes().create(caller(), order.build(), attempt);
        freeTurn();
    }

    private void delete(String colour) {
        assertThat(platform.anotherAccount(merchant)
                        .deleteStock("[%s]".formatted(colour), "deletion")
                        .success())
                .isTrue();
    }

    private StockWriteStore writes() {
        return new StockWriteStore(platform.database());
    }

    private Caller caller() {
        return new Caller(merchant.id(), merchant.account(), merchant.appid());
    }

    private void freeTurn() {
        execute("DELETE FROM create_turn WHERE merchant_id = :merchant");
    }

    private static String cursor(Reply reply) {
        return reply.json().path("cursor").asString();
    }

    /// The cursor has eight bytes on its purpose and then four of the epoch.
    private static String ofAnotherEpoch(String cursor) {
        var bytes = Base64.getUrlDecoder().decode(cursor);
        bytes[11] ^= 1;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private void addOpenProduct() {
        var owner = merchant("openshoes", "Open Shoes", true, "");
        int product = product(owner, "OC-7");
        values.put("openProduct", product);
        stock(owner.id(), owner.account(), new Entry(product, "white", 40, 3, "6902002000400"));
    }

    private void stock(MerchantId id, long account, Entry... entries) {
        platform.stock().create(id, account, List.of(entries));
    }

    private void dueProducts(int withResult) {
        execute("""
                INSERT INTO fetched_product (merchant_id, store_id, product_id, first_fetched_at, last_fetched_at,
                                             result_at, result_status)
                SELECT merchant_id, store_id, 2000000000 + n, now() - interval '2 days', now() - interval '2 days',
                       CASE WHEN n <= %1$d THEN now() END, CASE WHEN n <= %1$d THEN 1 END
                FROM account, generate_series(1, 3) n WHERE merchant_id = :merchant
                """.formatted(withResult));
    }

    private void fullStore() {
        execute("""
                INSERT INTO fetched_product (merchant_id, store_id, product_id, first_fetched_at, last_fetched_at)
                SELECT merchant_id, store_id, 2000000000 + n, now(), now()
                FROM account, generate_series(1, 5000 - (SELECT count(*) FROM fetched_product
                                                         WHERE merchant_id = :merchant)) n
                WHERE merchant_id = :merchant
                """);
    }

    private void execute(String sql) {
        platform.execute(sql.replace(":merchant", Long.toString(merchant.id().value()))
                .replace(":account", Long.toString(merchant.account()))
                .replace(":appid", Long.toString(merchant.appid())));
    }
}
