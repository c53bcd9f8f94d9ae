package stockroom.catalog.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;

class StockAdminTest {
    private final Platform platform = Platform.shared();
    private final Operators operator = platform.operator();
    private final TestMerchant merchant = platform.merchant();
    private final String products =
            "/merchants/%d/products".formatted(merchant.id().value());

    private static String line(String title) {
        return "{\"artNo\":\"A\",\"title\":\"%s\",\"price\":\"59.00\",\"images\":[\"https://p.example/1.jpg\"]}"
                .formatted(title);
    }

    @Test
    void aReplacedProductKeepsItsIdAndStock() {
        operator.postLines(products, line("a"));
        var before = operator.all(products, 1).getFirst();
        merchant.withStock(before.path("productId").asInt(), "red", 38, 5);

        operator.postLines(products, line("b"));

        var after = operator.read(products + "/" + before.path("productId").asInt());
        assertThat(after.path("hasStock").asBoolean()).isTrue();
        assertThat(after.path("createdAt")).isEqualTo(before.path("createdAt"));
        assertThat(after.path("updatedAt")).isNotEqualTo(before.path("updatedAt"));
    }

    @Test
    void aDeletedProductIsGoneFromEveryListWithItsStock() {
        var ids = merchant.products(2_500);
        for (int id : List.of(ids.get(10), ids.get(1_500), ids.get(2_499))) {
            merchant.withStock(id, "red", 38, 5);
        }
        for (int id : List.of(ids.getFirst(), ids.get(10), ids.get(1_000), ids.get(2_499))) {
            var shown = operator.read(products + "/" + id);
            assertThat(operator.delete(products + "/" + id).json()).isEqualTo(shown);
            assertThat(operator.delete(products + "/" + id).status()).isEqualTo(404);
            assertThat(operator.get(products + "/" + id).status()).isEqualTo(404);
            assertThat(merchant.stockList(id).code()).isEqualTo("PRODUCT_UNKNOWN");
            assertThat(merchant.detail(id).code()).isEqualTo("PRODUCT_UNKNOWN");
        }

        var counts = operator.read("/merchants/" + merchant.id().value());
        assertThat(counts.path("products").asInt()).isEqualTo(2_496);
        assertThat(counts.path("productsWithStock").asInt()).isEqualTo(1);
        assertThat(merchant.productList("page", 1, "pagesize", 100)
                        .json()
                        .path("totalPages")
                        .asInt())
                .isEqualTo(25);
        assertThat(merchant.productList("page", 25, "pagesize", 100).json().path("data"))
                .hasSize(96);
        assertThat(merchant.productList("page", 1, "stock", "true")
                        .json()
                        .at("/data/0/id")
                        .asInt())
                .isEqualTo(ids.get(1_500));
        assertThat(merchant.productList("page", 25, "pagesize", 100, "stock", "false")
                        .json()
                        .path("data"))
                .hasSize(95);
        assertThat(operator.all("/merchants/%d/stock".formatted(merchant.id().value()), 10))
                .hasSize(1);
        operator.postLines(products, line("new"));
        assertThat(operator.all(products, 1_000)).hasSize(2_497);
    }

    @Test
    void aProductIsFoundUnderItsOwnMerchantOnly() {
        int product = merchant.product();
        var other =
                "/merchants/%d/products/%d".formatted(platform.merchant().id().value(), product);

        assertThat(operator.get(other).status()).isEqualTo(404);
        assertThat(operator.delete(other).status()).isEqualTo(404);
        assertThat(operator.get(products + "/" + product).status()).isEqualTo(200);
    }

    @Test
    void stockIsListedByProductColourAndSizeInPages() {
        var ids = merchant.products(3);
        for (int id : ids) {
            for (var colour : List.of("red", "blue")) {
                for (int size = 40; size > 37; size--) {
                    merchant.withStock(id, colour, size, size);
                }
            }
        }
        var neighbour = platform.merchant();
        neighbour.withStock(neighbour.product(), "red", 38, 1);
        var stock = "/merchants/%d/stock".formatted(merchant.id().value());

        var all = operator.all(stock, 1_000);

        assertThat(all).hasSize(18);
        for (int limit : List.of(1, 2, 5, 17, 18)) {
            assertThat(operator.all(stock, limit)).isEqualTo(all);
        }
        assertThat(all.stream().limit(6).map(StockAdminTest::shown))
                .containsExactly("red 38 38", "red 39 39", "red 40 40", "blue 38 38", "blue 39 39", "blue 40 40");
        for (int id : ids) {
            assertThat(operator.all(stock + "?product=" + id, 4))
                    .isEqualTo(all.stream()
                            .filter(entry -> entry.path("productId").asInt() == id)
                            .toList())
                    .hasSize(6);
        }
        assertThat(operator.all(stock + "?product=2147483647", 4)).isEmpty();
        assertThat(all.getFirst().path("barCode").asString()).isEqualTo("69038");
    }

    private static String shown(JsonNode entry) {
        return "%s %d %d"
                .formatted(
                        entry.path("color").asString(),
                        entry.path("size").asInt(),
                        entry.path("stock").asInt());
    }
}
