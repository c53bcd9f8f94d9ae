package stockroom.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.audit.Operator;
import stockroom.testing.Figures;
import stockroom.testing.Platform;
import stockroom.testing.TestMerchant;

/// What a push changed is put back, unless somebody has changed it since.
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

    /// 300 colours of 9 sizes.
    private static String full(java.util.List<Integer> products, int quantity) {
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
