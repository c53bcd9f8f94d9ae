package stockroom.catalog.stock;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.audit.Operator;
import stockroom.auth.Caller;
import stockroom.catalog.ledger.Attempt;
import stockroom.catalog.stock.ProductNames.Name;
import stockroom.http.input.Place;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

@Tag("contract")
class ArtNoTest {
    private static final Attempt ATTEMPT =
            new Attempt(Duration.ZERO, false, "0123456789abcdef", Optional.empty(), Optional.empty());

    private final Platform platform = Platform.shared();
    private final TestMerchant merchant = platform.merchant();
    private final int product = merchant.product();
    private final String artNo = artNo(product);

    @Test
    void productsNamedEitherWayAreWrittenTogether() {
        int other = merchant.product();
        var created = create(
                group("\"artNo\":\" %s \"".formatted(artNo), "red", "\"38-39\",\"stock\":5"),
                group("\"pid\":" + other, "red", "38,\"stock\":6"),
                group("\"pid\":%d,\"artNo\":null".formatted(product), "blue", "38,\"stock\":7"),
                group("\"artno\":\"%s\",\"pid\":\"\"".formatted(artNo), "red", "40,\"stock\":8"));

        assertThat(created.success()).as(created.text()).isTrue();
        assertThat(stock(product)).isEqualTo("red 38 5, red 39 5, red 40 8, blue 38 7");
        assertThat(stock(other)).isEqualTo("red 38 6");

        var deleted = platform.anotherAccount(merchant)
                .deleteStock("[{\"artNo\":\"%s\",\"color\":\"red\",\"sizes\":[\"38-39\"]}]".formatted(artNo), "key");
        assertThat(deleted.success()).as(deleted.text()).isTrue();
        assertThat(stock(product)).isEqualTo("red 40 8, blue 38 7");
        assertThat(merchant.history("productid", product).json().at("/data/0/push"))
                .isEqualTo(deleted.json().path("push"));
    }

    @Test
    void anUnknownOneTakesTheTurnAndIsKeptWithItsKey() {
        var body = "[" + group("\"artNo\":\"%s\"".formatted(artNo), "red", "38,\"stock\":5")
                + "," + group("\"artNo\":\"new\"", "red", "38,\"stock\":5")
                + "," + group("\"artNo\":\"other\"", "red", "38,\"stock\":5") + "]";
        var refused = merchant.createStock(body, "key");

        assertThat(refused.status()).isEqualTo(200);
        assertThat(refused.code()).isEqualTo("ART_NO_UNKNOWN");
        assertThat(refused.json().path("errors"))
                .extracting(error -> error.path("at").asString())
                .containsExactly("[1].artNo", "[2].artNo");
        assertThat(turns()).isEqualTo("1");
        give("new", merchant.product());
        give("other", merchant.product());

        var repeated = merchant.createStock(body, "key");
        assertThat(repeated.textWithoutRequestId()).isEqualTo(refused.textWithoutRequestId());
        assertThat(repeated.header("Idempotent-Replayed")).contains("true");
        assertThat(platform.anotherAccount(merchant).createStock(body, "key").success())
                .isTrue();
    }

    @Test
    void aRepeatIsAnsweredWhateverTheNumberNamesByNow() {
        var body = "[" + group("\"artNo\":\"%s\"".formatted(artNo), "red", "38,\"delta\":5") + "]";
        var first = merchant.createStock(body, "key");
        assertThat(first.success()).as(first.text()).isTrue();
        platform.catalogue().delete(Operator.onTheServer(), merchant.id(), product);
        int successor = merchant.product();
        give(artNo, successor);

        assertThat(merchant.createStock(body, "key").text()).isEqualTo(first.text());
        assertThat(merchant.stockList(successor).code()).isEqualTo("STOCK_NOT_ADDED");
    }

    @Test
    void aColourNamedInBothWaysIsABadRequestThatTakesNoTurnAndKeepsNoKey() {
        var byId = group("\"pid\":" + product, "red", "38,\"stock\":5");
        var byArtNo = group("\"artNo\":\"%s\"".formatted(artNo), "red", "39,\"stock\":5");
        for (var body : new String[] {byId + "," + byArtNo, byArtNo + "," + byId}) {
            var refused = merchant.createStock("[" + body + "]", "key");
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.code()).isEqualTo("ENTRY_REPEATED");
            assertThat(refused.json().at("/errors/0/at").asString()).isEqualTo("[1]");
            assertThat(merchant.deleteStock("[" + body.replaceAll(",\"param\":\\[\\{[^]]*]", "") + "]", "key")
                            .code())
                    .isEqualTo("ENTRY_REPEATED");
        }
        assertThat(turns()).isEqualTo("0");
        assertThat(merchant.createStock("[" + byArtNo + "]", "key").success()).isTrue();
    }

    /// The stored place must mean the same after the ids have changed.
    @Test
    void aChangedEntryIsToldByItsPlaceAlsoInARepeat() {
        int later = merchant.product();
        var body = "[" + group("\"artNo\":\"%s\"".formatted(artNo(later)), "red", "38,\"stock\":1,\"expected\":7")
                + "," + group("\"pid\":" + product, "red", "38,\"stock\":1,\"expected\":-1")
                + "," + group("\"artNo\":\"%s\"".formatted(artNo), "blue", "\"38-39\",\"stock\":1,\"expected\":8")
                + "]";
        var refused = merchant.createStock(body, "key");
        platform.catalogue().delete(Operator.onTheServer(), merchant.id(), later);

        assertThat(refused.code()).isEqualTo("STOCK_CHANGED_MEANWHILE");
        assertThat(refused.json().path("errors"))
                .extracting(error -> error.path("at").asString())
                .containsExactlyInAnyOrder("[0].param[0]", "[2].param[0]", "[2].param[0]");
        assertThat(merchant.createStock(body, "key").textWithoutRequestId()).isEqualTo(refused.textWithoutRequestId());
    }

    @Test
    void anotherMerchantsNumberIsUnknownAndOnesOwnIsOnesOwn() {
        var other = platform.merchant();
        int same = other.product();
        give(artNo, same);

        assertThat(create(group("\"artNo\":\"%s\"".formatted(artNo), "red", "38,\"stock\":5"))
                        .success())
                .isTrue();
        assertThat(other.stockList(same).code()).isEqualTo("STOCK_NOT_ADDED");
        int foreign = other.product();
        assertThat(platform.anotherAccount(merchant)
                        .createStock("[" + group("\"artNo\":\"%s\"".formatted(artNo(foreign)), "red", "38,\"stock\":5")
                                + "]")
                        .code())
                .isEqualTo("ART_NO_UNKNOWN");
    }

    @Test
    void aDryRunChecksItAndWritesNothing() {
        var body = "[" + group("\"artNo\":\"%s\"".formatted(artNo), "red", "38,\"stock\":5") + "]";
        var checked = merchant.post("/Stock/Creat", TestMerchant.JSON, body, Map.of("Dry-Run", "true"));
        assertThat(checked.success()).as(checked.text()).isTrue();
        assertThat(merchant.stockList(product).code()).isEqualTo("STOCK_NOT_ADDED");
        assertThat(platform.anotherAccount(merchant)
                        .post("/Stock/Creat", TestMerchant.JSON, body.replace(artNo, "none"), Map.of("Dry-Run", "true"))
                        .code())
                .isEqualTo("ART_NO_UNKNOWN");
    }

    /// The number refers to another product in the write than before it.
    @Test
    void aNumberThatNamesAnotherProductByThenUndoesTheWrite() {
        int other = merchant.product();
        var caller = new Caller(merchant.id(), merchant.account(), merchant.appid());
        var store = new StockWriteStore(platform.database());
        for (var found : List.of(Map.of(artNo, other), Map.of(artNo, 2_000_000_000), Map.<String, Integer>of())) {
            var order = new StockOrder.Builder();
            order.entries(new Name(0, artNo), "red", Place.BODY)
                    .put(38, new StockOrder.Entry(38, 5, false, null, null, Place.BODY));
            var built = order.build();
            var stale = built.names.resolve(found);
            assertThatThrownBy(() -> store.create(caller, built, stale, ATTEMPT))
                    .isInstanceOf(ArtNoStore.Moved.class);
        }

        assertThat(merchant.stockList(other).code()).isEqualTo("STOCK_NOT_ADDED");
        assertThat(turns()).isEqualTo("0");
    }

    @Test
    void atMostAHundredUnknownOnesAreNamedAndAllAreCounted() {
        var groups = IntStream.range(0, 150)
                .mapToObj(i -> group("\"artNo\":\"none-%d\"".formatted(i), "red", "38,\"stock\":5"))
                .toArray(String[]::new);
        var refused = create(groups);

        assertThat(refused.json().path("errors")).hasSize(100);
        assertThat(refused.msg()).contains("and 149 more");
    }

    private static String group(String name, String colour, String item) {
        return "{%s,\"color\":\"%s\",\"param\":[{\"size\":%s}]}".formatted(name, colour, item);
    }

    private Reply create(String... groups) {
        return merchant.createStock("[" + String.join(",", groups) + "]");
    }

    private String turns() {
        return platform.query("SELECT count(*) FROM create_turn WHERE admitted_at > '-infinity' AND merchant_id = "
                + merchant.id().value());
    }

    private String artNo(int id) {
        return platform.query("SELECT art_no FROM product WHERE merchant_id > 0 AND product_id = " + id);
    }

    private void give(String number, int id) {
        platform.execute("UPDATE product SET art_no = '%s' WHERE product_id = %d".formatted(number, id));
    }

    private String stock(int id) {
        return merchant.stockList(id)
                .json()
                .path("data")
                .valueStream()
                .map(entry -> "%s %d %d"
                        .formatted(
                                entry.path("color").asString(),
                                entry.path("size").asInt(),
                                entry.path("stock").asInt()))
                .collect(joining(", "));
    }
}
