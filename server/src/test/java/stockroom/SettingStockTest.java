package stockroom;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Create stock sets what is there: wholly or not at all, and the same again is no harm.
@Tag("contract")
class SettingStockTest {
    private final Platform platform = Platform.shared();
    private final TestMerchant merchant = platform.merchant();
    private final int product = merchant.product();

    @Test
    void creatingAgainKeepsTheGuidAndSetsTheQuantity() {
        create(group("red", "38", 5));
        var first = guid();
        create(group("red", "38", 7));

        assertThat(first).matches("[0-9a-f]{32}");
        assertThat(guid()).isEqualTo(first);
        assertThat(entries()).containsExactly("red 38 7 null");
    }

    @Test
    void creatingAgainKeepsTheBarCodeUnlessOneIsSent() {
        var withBarCode = """
                [{"color":"red","pid":%d,"param":[{"size":"38","stock":5,"barCode":"%s"}]}]""";
        create(withBarCode.formatted(product, "690-first"));
        create(group("red", "38", 6));
        assertThat(entries()).containsExactly("red 38 6 690-first");
        create(withBarCode.formatted(product, " "));
        assertThat(entries()).containsExactly("red 38 5 690-first");
        create(withBarCode.formatted(product, "690-second"));
        assertThat(entries()).containsExactly("red 38 5 690-second");
    }

    @Test
    void sendingTheSameAgainChangesNothing() {
        create(group("red", "38-41", 5));
        var before = merchant.stockList(product).text();
        create(group("red", "38-41", 5));

        assertThat(merchant.stockList(product).text()).isEqualTo(before);
        assertThat(entries()).containsExactly("red 38 5 null", "red 39 5 null", "red 40 5 null", "red 41 5 null");
    }

    @Test
    void aColourIsTheSameWithSpacesAroundItAndInAnotherUnicodeForm() {
        create(group("caf\u00e9", "38", 5));
        create(group(" cafe\u0301 ", "38", 6));

        assertThat(entries()).containsExactly("caf\u00e9 38 6 null");
    }

    @Test
    void aQuantityOfZeroCountsAsStockAdded() {
        create(group("red", "38", 0));

        assertThat(merchant.productList("page", 1, "stock", true).text()).contains("\"id\":" + product + ",");
        assertThat(merchant.productList("page", 1, "stock", false).text())
                .isEqualTo("{\"success\":true,\"totalPages\":0,\"data\":[]}");
        assertThat(entries()).containsExactly("red 38 0 null");
    }

    @Test
    void oneFaultOrOneMissingProductAndNothingIsWritten() {
        var fault = create(groups(item("red", "38", 5), item("blue", "5-1", 5)));
        var missing = create("""
                [{"color":"red","pid":%d,"param":[{"size":"38","stock":5}]},
                 {"color":"red","pid":2147483647,"param":[{"size":"38","stock":5}]}]""".formatted(product));

        assertThat(fault.status()).isEqualTo(400);
        assertThat(missing.code()).isEqualTo("PRODUCT_UNKNOWN");
        assertThat(merchant.stockList(product).code()).isEqualTo("STOCK_NOT_ADDED");
    }

    @Test
    void aDryRunWritesNothingAndTakesTheTurn() {
        var headers = merchant.headers();
        headers.put("Content-Type", TestMerchant.JSON);
        headers.put("Dry-Run", "true");
        var body = group("red", "38", 5);

        assertThat(merchant.send("POST", "/Stock/Creat", headers.entrySet(), body.getBytes(UTF_8))
                        .success())
                .isTrue();
        assertThat(merchant.stockList(product).code()).isEqualTo("STOCK_NOT_ADDED");
        assertThat(merchant.createStock(body).status()).isEqualTo(429);
    }

    /// Through an application of its own each time: the turns of two seconds are not what is tested here.
    private Reply create(String json) {
        return platform.throughAnotherApplication(merchant).createStock(json);
    }

    private String group(String colour, String size, int quantity) {
        return groups(item(colour, size, quantity));
    }

    private String item(String colour, String size, int quantity) {
        return "{\"color\":\"%s\",\"pid\":%d,\"param\":[{\"size\":\"%s\",\"stock\":%d}]}"
                .formatted(colour, product, size, quantity);
    }

    private static String groups(String... items) {
        return "[" + String.join(",", items) + "]";
    }

    private List<String> entries() {
        return merchant.stockList(product)
                .json()
                .path("data")
                .valueStream()
                .map(entry -> "%s %s %s %s"
                        .formatted(
                                entry.path("color").asString(),
                                entry.path("size"),
                                entry.path("stock"),
                                entry.path("barCode").asString("null")))
                .toList();
    }

    private String guid() {
        return merchant.stockList(product)
                .json()
                .path("data")
                .path(0)
                .path("guid")
                .asString();
    }
}
