package stockroom.catalog.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.audit.Operator;
import stockroom.testing.http.Reply;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

@Tag("also-on-citus")
@Tag("contract")
class UndoTest {
    private final Platform platform = Platform.shared();
    private final TestMerchant merchant = platform.merchant();
    private final int product = merchant.product();

    @Test
    void aFullPushIsUndoneExactlyAndUndoneAgain() {
        var products = merchant.products(10);
        assertThat(merchant.createStock(full(products, 5)).success()).isTrue();
        var before = stock();
        var second = platform.anotherAccount(merchant);
        var push = second.createStock(full(products, 7)).json().path("push").asLong();
        var after = stock();

        var undone = platform.anotherAccount(merchant).undo(push, true, "undo");

        assertThat(undone.json().path("data").path("undone").asInt()).isEqualTo(2_700);
        assertThat(stock()).isEqualTo(before);
        Figures.write(
                "undo-2700",
                undone.took().toMillis(),
                "ms",
                "<= 1000",
                undone.took().compareTo(Duration.ofSeconds(1)) <= 0);
        var again = platform.anotherAccount(merchant)
                .undo(undone.json().path("push").asLong(), true, "again");
        assertThat(again.json().path("data").path("undone").asInt()).isEqualTo(2_700);
        assertThat(stock()).isEqualTo(after);
    }

    @Test
    void whatAPushMadeIsRemovedAndWhatItDeletedComesBackWithItsBarCode() {
        merchant.withStock(product, "red", 38, 5);
        var before = merchant.stockList(product).text();
        var deleted = merchant.deleteStock("[{\"pid\":%d,\"color\":\"red\"}]".formatted(product), "delete");
        assertThat(merchant.stockList(product).code()).isEqualTo("STOCK_NOT_ADDED");
        assertThat(merchant.productList("page", 1, "stock", true).json().path("data"))
                .isEmpty();

        var colleague = platform.anotherAccount(merchant);
        var undone = colleague.undo(deleted.json().path("push").asLong(), true, "undo");
        assertThat(undone.success()).as(undone.text()).isTrue();
        assertThat(merchant.stockList(product).text()).isEqualTo(before);
        assertThat(merchant.productList("page", 1, "stock", true).json().path("data"))
                .hasSize(1);

        platform.anotherAccount(merchant).undo(undone.json().path("push").asLong(), true, "again");
        assertThat(merchant.stockList(product).code()).isEqualTo("STOCK_NOT_ADDED");
    }

    @Test
    void aColourThatWasDeletedReturnsToItsPlaceWithItsImageAndBarCodes() {
        for (var colour : List.of("red", "blue", "green")) {
            merchant.withStock(product, colour, 38, 5).withStock(product, colour, 40, 7);
            platform.stock()
                    .setPicture(merchant.id(), product, colour, "https://pictures.example/%s.jpg".formatted(colour));
        }
        var list = merchant.stockList(product).text();
        var detail = merchant.detail(product).text();
        var noted = now();
        var deleted = push(merchant.deleteStock(
                "[{\"pid\":%1$d,\"color\":\"red\"},{\"pid\":%1$d,\"color\":\"green\",\"sizes\":[38]}]"
                        .formatted(product),
                "delete"));
        var rest = push(platform.anotherAccount(merchant)
                .deleteStock("[{\"pid\":%d,\"color\":\"green\"}]".formatted(product), "rest"));
        assertThat(colours(merchant.stockList(product))).containsExactly("blue");
        assertThat(asOf(noted)).isEqualTo(list);

        // keeps its place, although green was the last
        merchant.withStock(product, "white", 38, 1);
        var undone = push(platform.anotherAccount(merchant).undo(deleted, true, "undo"));
        assertThat(colours(merchant.stockList(product))).containsExactly("red", "blue", "green", "white");
        platform.anotherAccount(merchant).undo(rest, true, "undo");
        var again = push(platform.anotherAccount(merchant).undo(undone, true, "undo-undone"));
        assertThat(colours(merchant.stockList(product))).containsExactly("blue", "green", "white");
        platform.anotherAccount(merchant).undo(again, true, "undo-undone-again");
        platform.anotherAccount(merchant).deleteStock("[{\"pid\":%d,\"color\":\"white\"}]".formatted(product), "white");

        assertThat(merchant.stockList(product).text()).isEqualTo(list);
        assertThat(merchant.detail(product).text()).isEqualTo(detail);
        assertThat(asOf(noted)).isEqualTo(list);
    }

    @Test
    void theBarCodeOfAnEntryThatIsThereStaysAsItIs() {
        merchant.withStock(product, "red", 38, 5);
        var push = push(merchant.createStock(
                "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":38,\"stock\":6,\"barCode\":\"new\"}]}]"
                        .formatted(product)));

        platform.anotherAccount(merchant).undo(push, true, "undo");

        assertThat(merchant.stockList(product).text()).contains("\"barCode\":\"new\"", "\"stock\":5");
    }

    @Test
    void whatIsAsBeforeAlreadyIsNeitherUndoneNorAConflict() {
        var push = push(merchant.createStock(
                "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":\"38-40\",\"stock\":5}]}]".formatted(product)));
        platform.anotherAccount(merchant)
                .deleteStock("[{\"pid\":%d,\"color\":\"red\",\"sizes\":[38]}]".formatted(product), "delete");

        var undone = platform.anotherAccount(merchant).undo(push, true, "undo");
        var again = platform.anotherAccount(merchant).undo(push, true, "again");

        assertThat(undone.json().path("data").toString()).isEqualTo("{\"undone\":2,\"conflicts\":0,\"skipped\":[]}");
        assertThat(again.json().path("push").isNull()).isTrue();
        assertThat(again.json().path("data").toString()).isEqualTo("{\"undone\":0,\"conflicts\":0,\"skipped\":[]}");
    }

    @Test
    void aConflictHasItsReason() {
        merchant.withStock(product, "red", 38, 5).withStock(product, "blue", 38, 5);
        merchant.withStock(product, "blue", 39, 5).withStock(product, "green", 38, 5);
        var push = push(merchant.deleteStock(
                ("[{\"pid\":%1$d,\"color\":\"red\"},{\"pid\":%1$d,\"color\":\"blue\",\"sizes\":[39]},"
                                + "{\"pid\":%1$d,\"color\":\"green\"}]")
                        .formatted(product),
                "delete"));
        merchant.withStock(product, "green", 38, 9);
        // with blue and green there are 300 colours
        add(IntStream.range(0, 298).mapToObj(n -> "other " + n).toList(), "38");

        assertThat(platform.anotherAccount(merchant).undo(push, true, "undo").text())
                .contains(
                        "UNDO_CONFLICT",
                        "color red, size 38: the product would have more than 300 colours",
                        "color green, size 38: changed since: the push left no entry, now it is 9");
        var undone = platform.anotherAccount(merchant).undo(push, false, "undo");
        assertThat(reasons(undone)).containsExactlyInAnyOrder("green 38 changed", "red 38 colours_full");
        assertThat(undone.json().path("data").path("undone").asInt()).isEqualTo(1);

        // there are 9,999 entries now
        platform.anotherAccount(merchant)
                .deleteStock("[{\"pid\":%d,\"color\":\"other 0\"}]".formatted(product), "delete");
        add(IntStream.range(1, 198).mapToObj(n -> "other " + n).toList(), "39-87");
        add(List.of("blue"), "100-145");
        assertThat(merchant.stockList(product).json().path("data")).hasSize(9_999);
        var full = platform.anotherAccount(merchant).undo(push, false, "undo");
        assertThat(reasons(full)).containsExactlyInAnyOrder("green 38 changed", "red 38 product_full");

        platform.catalogue().delete(Operator.onTheServer(), merchant.id(), product);
        var gone = platform.anotherAccount(merchant).undo(push, true, "undo");
        assertThat(gone.code()).isEqualTo("UNDO_CONFLICT");
        assertThat(gone.text()).contains("color red, size 38: the product has been deleted");
        assertThat(reasons(platform.anotherAccount(merchant).undo(push, false, "undo")))
                .containsExactlyInAnyOrder(
                        "green 38 product_deleted", "red 38 product_deleted", "blue 39 product_deleted");
    }

    @Test
    void anEntryThatWasDeletedSinceIsAConflict() {
        merchant.withStock(product, "red", 38, 5);
        var push = push(platform.anotherAccount(merchant)
                .createStock(
                        "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":38,\"stock\":7}]}]".formatted(product)));
        platform.anotherAccount(merchant).deleteStock("[{\"pid\":%d,\"color\":\"red\"}]".formatted(product), "delete");

        assertThat(platform.anotherAccount(merchant).undo(push, true, "undo").text())
                .contains("color red, size 38: changed since: the push left 7, now there is no entry");
    }

    private void add(List<String> colours, String sizes) {
        var created = platform.anotherAccount(merchant)
                .createStock(colours.stream()
                        .map(colour -> "{\"pid\":%d,\"color\":\"%s\",\"param\":[{\"size\":\"%s\",\"stock\":1}]}"
                                .formatted(product, colour, sizes))
                        .collect(Collectors.joining(",", "[", "]")));
        assertThat(created.success()).as(created.text()).isTrue();
    }

    private static List<String> reasons(Reply undone) {
        return undone.json()
                .path("data")
                .path("skipped")
                .valueStream()
                .map(entry -> "%s %d %s"
                        .formatted(
                                entry.path("color").asString(),
                                entry.path("size").asInt(),
                                entry.path("reason").asString()))
                .toList();
    }

    private static long push(Reply reply) {
        assertThat(reply.success()).as(reply.text()).isTrue();
        return reply.json().path("push").asLong();
    }

    private static List<String> colours(Reply list) {
        return list.json()
                .path("data")
                .valueStream()
                .map(entry -> entry.path("color").asString())
                .distinct()
                .toList();
    }

    /// Makes later changes get a later millisecond.
    private String now() {
        var now = platform.query(
                "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')");
        platform.query("SELECT pg_sleep(0.002)::text");
        return now;
    }

    private String asOf(String at) {
        return merchant.post("/Stock/List", TestMerchant.FORM, TestMerchant.form("productid", product, "asOf", at))
                .text();
    }

    @Test
    void anEntryOfAProductThatIsGoneIsAConflict() {
        int other = merchant.product();
        var push = merchant.createStock(
                        "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":38,\"stock\":5}]},{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":38,\"stock\":5}]}]"
                                .formatted(product, other))
                .json()
                .path("push")
                .asLong();
        platform.catalogue().delete(Operator.onTheServer(), merchant.id(), other);

        var undone = platform.anotherAccount(merchant).undo(push, false, "undo");

        assertThat(undone.json().path("data").path("undone").asInt()).isEqualTo(1);
        assertThat(undone.json().path("data").path("conflicts").asInt()).isEqualTo(1);
        assertThat(undone.json()
                        .path("data")
                        .path("skipped")
                        .path(0)
                        .path("productid")
                        .asInt())
                .isEqualTo(other);
    }

    @Test
    void anotherApplicationsPushIsUnknown() {
        var push = merchant.createStock(
                        "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":38,\"stock\":5}]}]".formatted(product))
                .json()
                .path("push")
                .asLong();

        assertThat(platform.throughAnotherApplication(merchant)
                        .undo(push, false, "undo")
                        .code())
                .isEqualTo("PUSH_UNKNOWN");
    }

    private static String full(List<Integer> products, int quantity) {
        return IntStream.range(0, 300)
                .mapToObj(i -> "{\"pid\":%d,\"color\":\"colour %d\",\"param\":[{\"size\":\"36-44\",\"stock\":%d}]}"
                        .formatted(products.get(i / 30), i % 30, quantity))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private String stock() {
        return platform.query("SELECT md5(string_agg((product_id, colour, size, quantity)::text, ','"
                + " ORDER BY product_id, colour, size)) FROM stock_entry WHERE merchant_id = "
                + merchant.id().value());
    }
}
