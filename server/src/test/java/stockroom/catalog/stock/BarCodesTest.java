package stockroom.catalog.stock;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.audit.Operator;
import stockroom.demo.DemoStockStore.Entry;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;

@Tag("contract")
class BarCodesTest {
    private final Platform platform = Platform.shared();
    private final TestMerchant merchant = platform.merchant();
    private final List<Integer> products = merchant.products(3);
    private final int first = products.getFirst();
    private final int second = products.get(1);

    @Test
    void aCodeFindsEveryProductThatHasIt() {
        set(
                new Entry(first, "red", 38, 1, "A"),
                new Entry(first, "red", 39, 2, "B"),
                new Entry(first, "blue", 38, 3, null));
        set(new Entry(second, "red", 38, 4, "B"), new Entry(second, "blue", 38, 4, "B"));

        var found = byBarCodes("B", "A", "C", "B");

        assertThat(found.json().path("missingBarCodes"))
                .extracting(JsonNode::asString)
                .containsExactly("C");
        assertThat(found.json().path("restBarCodes")).isEmpty();
        assertThat(products(found)).containsExactly(first + " AB", second + " B");
        assertThat(found.json().at("/data/0/stock").toString())
                .isEqualTo(merchant.stockList(first).json().path("data").toString());
    }

    @Test
    void itIsWrittenAndTakenAwayWithTheEntry() {
        write("[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":\"38-40\",\"stock\":1,\"barCode\":\" A \"}]}]");
        assertThat(has("A")).isTrue();
        write("[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":38,\"stock\":1,\"barCode\":\"B\"}]}]");
        assertThat(has("A")).isTrue();
        assertThat(has("B")).isTrue();
        write("[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":\"38-40\",\"stock\":1,\"clearBarCode\":true}]}]");
        assertThat(has("A")).isFalse();
        assertThat(has("B")).isFalse();
        assertThat(rows()).isZero();
    }

    @Test
    void whatOneColourLosesAnotherKeeps() {
        set(new Entry(first, "red", 38, 1, "A"), new Entry(first, "blue", 38, 1, "A"));
        delete("red");
        assertThat(has("A")).isTrue();
        delete("blue");
        assertThat(has("A")).isFalse();
        assertThat(rows()).isZero();
    }

    @Test
    void undoBringsItBackAndADryRunLeavesItAlone() {
        set(new Entry(first, "red", 38, 1, "A"), new Entry(first, "red", 39, 1, "B"));
        var dryRun = platform.anotherAccount(merchant)
                .post("/Stock/Delete", TestMerchant.JSON, deletion("red"), Map.of("Dry-Run", "true"));
        assertThat(dryRun.success()).isTrue();
        assertThat(has("A")).isTrue();

        long push = delete("red");
        assertThat(has("A")).isFalse();
        assertThat(merchant.undo(push, false, "undo").success()).isTrue();

        assertThat(has("A")).isTrue();
        assertThat(has("B")).isTrue();
    }

    @Test
    void aDeletedProductIsNotFoundAnyMore() {
        set(new Entry(first, "red", 38, 1, "A"), new Entry(second, "red", 38, 1, "A"));
        assertThat(platform.catalogue().delete(Operator.onTheServer(), merchant.id(), first))
                .isPresent();

        assertThat(products(byBarCodes("A"))).containsExactly(second + " A");
        assertThat(rows()).isOne();
    }

    @Test
    void anotherMerchantsCodeIsOneThatNobodyHas() {
        var other = platform.merchantWithOpenCatalogue();
        platform.stock().create(other.id(), other.account(), List.of(new Entry(other.product(), "red", 38, 1, "A")));

        var found = byBarCodes("A");

        assertThat(found.text()).isEqualTo(byBarCodes("X").text().replace("\"X\"", "\"A\""));
        assertThat(products(found)).isEmpty();
    }

    @Test
    void theCursorIsOfTheSameMoment() {
        set(new Entry(first, "red", 38, 1, "A"));
        var found =
                merchant.post("/Stock/Batch", TestMerchant.JSON, "{\"barCodes\":[\"A\",\"B\"],\"fields\":\"cursor\"}");
        set(new Entry(second, "red", 38, 7, "B"));

        var changes = merchant.changes("cursor", found.json().path("cursor").asString());

        assertThat(products(found)).containsExactly(first + " A");
        assertThat(found.json().path("missingBarCodes"))
                .extracting(JsonNode::asString)
                .containsExactly("B");
        assertThat(changes.json().path("data")).hasSize(1);
        assertThat(changes.json().at("/data/0/changes/0/productid").asInt()).isEqualTo(second);
    }

    @Test
    void codesThatNobodyHasHaveACursorToo() {
        var found = merchant.post("/Stock/Batch", TestMerchant.JSON, "{\"barCodes\":[\"X\"],\"fields\":\"cursor\"}");

        assertThat(products(found)).isEmpty();
        assertThat(found.json().path("missing")).isEmpty();
        assertThat(merchant.changes("cursor", found.json().path("cursor").asString())
                        .success())
                .isTrue();
    }

    @Test
    void whatHasNoRoomIsAskedForNext() {
        for (var product : products) {
            set(IntStream.rangeClosed(1, 8)
                    .boxed()
                    .flatMap(colour -> IntStream.rangeClosed(1, 900)
                            .mapToObj(size -> new Entry(product, "c" + colour, size, 1, "P" + product)))
                    .toArray(Entry[]::new));
        }

        var found = byBarCodes(products.stream().map(id -> "P" + id).toArray(String[]::new));

        assertThat(found.json().path("data")).hasSize(2);
        assertThat(found.json().path("rest")).isEmpty();
        assertThat(found.json().path("restBarCodes"))
                .extracting(JsonNode::asString)
                .containsExactly("P" + products.get(2));
    }

    /// No program should read a catalogue by one code.
    @Test
    void ofACodeThatIsEverywhereTheFirstHundredAreFound() {
        var many = new ArrayList<>(merchant.products(120));
        many.forEach(product -> set(new Entry(product, "red", 38, 1, "0")));

        var found = byBarCodes("0", "1");

        assertThat(products(found))
                .containsExactlyElementsOf(
                        many.stream().limit(100).map(id -> id + " 0").toList());
    }

    private Reply byBarCodes(String... codes) {
        return merchant.post(
                "/Stock/Batch",
                TestMerchant.FORM,
                Stream.of(codes)
                        .map(code -> TestMerchant.form("barCodes", code))
                        .collect(joining("&")));
    }

    private static List<String> products(Reply found) {
        return found.json()
                .path("data")
                .valueStream()
                .map(product -> product.path("productid").asInt() + " "
                        + product.path("barCodes")
                                .valueStream()
                                .map(JsonNode::asString)
                                .collect(joining()))
                .toList();
    }

    private boolean has(String code) {
        return products(byBarCodes(code)).equals(List.of(first + " " + code));
    }

    private int rows() {
        return Integer.parseInt(platform.query("SELECT count(*) FROM product_bar_code WHERE merchant_id = "
                + merchant.id().value()));
    }

    private void set(Entry... entries) {
        platform.stock().create(merchant.id(), merchant.account(), List.of(entries));
    }

    private void write(String json) {
        assertThat(platform.anotherAccount(merchant)
                        .createStock(json.formatted(first))
                        .success())
                .isTrue();
    }

    private String deletion(String colour) {
        return "[{\"pid\":%d,\"color\":\"%s\"}]".formatted(first, colour);
    }

    private long delete(String colour) {
        var deleted = platform.anotherAccount(merchant).deleteStock(deletion(colour), "delete-" + colour);
        assertThat(deleted.success()).as(deleted.text()).isTrue();
        return deleted.json().path("push").asLong();
    }
}
