package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.client.model.ProductDetail;
import stockroom.client.model.ProductSummary;
import stockroom.client.model.PublishResult;
import stockroom.client.model.StockEntry;
import stockroom.client.model.StockFilter;
import stockroom.client.model.StockItem;
import stockroom.testing.platform.Platform;

@Tag("slow")
class CallsTest {
    private static final Platform platform = ClientMerchant.PLATFORM;

    @Test
    void productsAreStreamedPageByPageAsTheyAreRead() {
        var merchant = ClientMerchant.create();
        var ids = merchant.products(250);
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            assertThat(client.products().map(ProductSummary::id).limit(120)).isEqualTo(ids.subList(0, 120));
            assertThat(relay.seen()).hasSize(2);

            assertThat(client.products().map(ProductSummary::id)).isEqualTo(ids);
            assertThat(relay.seen()).hasSize(5);
        }
    }

    @Test
    void productsAreListedByWhetherTheyHaveStock() {
        var merchant = ClientMerchant.create();
        var ids = merchant.products(3);
        try (var client = merchant.client().build()) {
            client.createStock(List.of(new StockEntry(ids.get(1), "red", 38, 0)));

            assertThat(client.products(StockFilter.WITH_STOCK).map(ProductSummary::id))
                    .containsExactly(ids.get(1));
            assertThat(client.products(StockFilter.WITHOUT_STOCK).map(ProductSummary::id))
                    .containsExactly(ids.get(0), ids.get(2));
            assertThat(client.productPage(2).products()).isEmpty();
            assertThat(client.productPage(1).totalPages()).isEqualTo(1);
        }
    }

    @Test
    void aMerchantWithoutProductsHasAnEmptyStream() {
        try (var client = ClientMerchant.create().client().build()) {
            assertThat(client.products()).isEmpty();
        }
    }

    @Test
    void stockAndDetailComeAsTheyWereSet() {
        var merchant = ClientMerchant.create();
        int pid = merchant.products(1).getFirst();
        try (var client = merchant.client().build()) {
            client.createStock(List.of(new StockEntry(pid, "red", 38, 5, "690"), new StockEntry(pid, "red", 39, 0)));

            assertThat(client.stock(pid))
                    .extracting(StockItem::color, StockItem::size, StockItem::stock, StockItem::barCode)
                    .containsExactly(tuple("red", 38, 5, "690"), tuple("red", 39, 0, null));
            var detail = client.productDetail(pid);
            assertThat(detail.price()).isEqualTo(new BigDecimal("99.50"));
            assertThat(detail.attributes()).containsExactly(new ProductDetail.Attribute("Sole", "Rubber"));
            assertThat(detail.skus().getFirst().sizes())
                    .containsExactly(new ProductDetail.SizeStock("38", 5), new ProductDetail.SizeStock("39", 0));

            client.reportPublishResult(PublishResult.published(pid, "660")
                    .inShop("tb", merchant.shopId(), "Shop")
                    .byUser("u", "nick"));
            assertThatThrownBy(() -> client.reportPublishResult(
                            new PublishResult(pid, "tb", merchant.shopId(), "Shop", "u", "nick", "660", 7, null)))
                    .isInstanceOfSatisfying(
                            BadRequestException.class,
                            bad -> assertThat(bad.violations())
                                    .extracting(Violation::at, Violation::code)
                                    .containsExactly(tuple("status", "STATUS_INVALID")));
        }
    }

    @Test
    void aRefusalByRuleHasItsCodeAndTheRequestsId() {
        var merchant = ClientMerchant.create();
        int pid = merchant.products(1).getFirst();
        try (var client = merchant.client().build()) {
            assertThatThrownBy(() -> client.stock(pid)).isInstanceOfSatisfying(RefusedException.class, refused -> {
                assertThat(refused.status()).isEqualTo(200);
                assertThat(refused.code()).isEqualTo("STOCK_NOT_ADDED");
                assertThat(refused.requestId()).matches("[0-9a-f]{16}");
                assertThat(refused).hasMessageContaining(refused.requestId());
            });
            assertThatThrownBy(() -> client.stock(999_999_999))
                    .isInstanceOfSatisfying(
                            RefusedException.class,
                            refused -> assertThat(refused.code()).isEqualTo("PRODUCT_UNKNOWN"));
        }
        try (var client = merchant.client().language(Locale.CHINESE).build()) {
            assertThatThrownBy(() -> client.stock(pid)).hasMessageContaining("商品");
        }
    }

    @Test
    void aBadRequestHasAllItsViolationsWithTheirPlaces() {
        try (var client = ClientMerchant.create().client().build()) {
            assertThatThrownBy(() -> client.productPage(0, 500, StockFilter.ALL))
                    .isInstanceOfSatisfying(BadRequestException.class, bad -> {
                        assertThat(bad.status()).isEqualTo(400);
                        assertThat(bad.violations()).extracting(Violation::at).containsExactly("page", "pageSize");
                    });
        }
    }

    @Test
    void wrongCredentialsAreToldApartAndNeverShown() {
        var merchant = ClientMerchant.create();
        var secret = "0123456789abcdef0123456789abcdef";
        var token = "fedcba9876543210fedcba9876543210";
        for (var client : List.of(
                merchant.client().secret(secret).build(),
                merchant.client().token(token).build(),
                merchant.client().appid("999999999").build())) {
            assertThatThrownBy(() -> client.stock(1)).isInstanceOfSatisfying(NotAuthenticatedException.class, e -> {
                assertThat(e.code()).isIn("SIGN_MISMATCH", "TOKEN_INVALID", "APP_UNKNOWN");
                assertThat(e.toString())
                        .doesNotContain(secret)
                        .doesNotContain(token)
                        .doesNotContain(merchant.secret())
                        .doesNotContain(merchant.token());
            });
            assertThat(client.toString())
                    .contains(platform.baseUrl())
                    .doesNotContain(secret)
                    .doesNotContain(token)
                    .doesNotContain(merchant.secret())
                    .doesNotContain(merchant.token());
        }
    }

    @Test
    void credentialsThatCannotBeSentAreRefusedWithoutShowingThem() {
        var builder = ClientMerchant.create().client();
        assertThatThrownBy(() -> builder.token("hush\nhush").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("hush");
        assertThatThrownBy(() -> builder.token("t").secret("hush\n").build())
                .hasMessageStartingWith("secret: not shown")
                .hasMessageNotContaining("hush");
        assertThatThrownBy(
                        () -> StockroomClient.builder().address("stock.example").build())
                .hasMessageContaining("expected: an address such as https://");
        assertThatThrownBy(() -> StockroomClient.builder()
                        .address("https://stock.example")
                        .build())
                .hasMessageContaining("appid");
    }

    @Test
    void whatANewerServerAddsIsIgnored() {
        try (var relay = new Interference(platform.baseUrl());
                var client = ClientMerchant.create().client(relay.url()).build()) {
            relay.then(
                    Interference.answer(200, """
                            {"success":true,"msg":"","more":{"a":[1]},"data":[{"guid":"g","barCode":null,"color":"red",\
                            "size":"38","stock":5,"reserved":2}]}"""),
                    Interference.answer(
                            200, "{\"success\":false,\"msg\":\"no\",\"code\":\"OF_TOMORROW\",\"doc\":\"x\"}"),
                    Interference.answer(400, "{\"success\":false,\"msg\":\"no\",\"code\":\"OF_TOMORROW_TOO\"}"),
                    Interference.answer(200, Map.of("Content-Type", "text/html"), "<html>a login page</html>"),
                    Interference.answer(302, Map.of("Location", "https://elsewhere.example/"), ""));

            assertThat(client.stock(1)).containsExactly(new StockItem("g", null, "red", 38, 5));
            assertThatThrownBy(() -> client.stock(1))
                    .isInstanceOfSatisfying(
                            RefusedException.class, e -> assertThat(e.code()).isEqualTo("OF_TOMORROW"));
            assertThatThrownBy(() -> client.stock(1)).isInstanceOf(BadRequestException.class);
            assertThatThrownBy(() -> client.stock(1))
                    .isInstanceOf(UnexpectedAnswerException.class)
                    .hasMessageContaining("text/html");
            assertThatThrownBy(() -> client.stock(1)).isInstanceOf(UnexpectedAnswerException.class);
            assertThat(relay.seen()).hasSize(5);
        }
    }

    @Test
    void theUserAgentNamesTheVersion() throws IOException {
        var version = Pattern.compile("<version>(.+?)</version>").matcher(Files.readString(Path.of("pom.xml")));
        assertThat(version.find()).isTrue();
        var agents = new ArrayList<String>();
        try (var server = new Interference(platform.baseUrl());
                var client = ClientMerchant.create().client(server.url()).build()) {
            server.then((in, body) -> {
                agents.add(in.getRequestHeaders().getFirst("User-Agent"));
                server.pass().with(in, body);
            });
            client.productPage(1);
        }

        assertThat(agents).containsExactly("stockroom-client-java/" + version.group(1));
    }

    @Test
    void theProductsOfARefusalAreTakenFromItsData() {
        try (var server = new Interference(platform.baseUrl());
                var client = ClientMerchant.create().client(server.url()).build()) {
            server.then(Interference.answer(200, """
                    {"success":false,"msg":"product 3 and others","code":"PRODUCT_UNKNOWN","products":[7,9]}"""));

            assertThatThrownBy(() -> client.stock(7))
                    .isInstanceOfSatisfying(
                            RefusedException.class,
                            refused -> assertThat(refused.products()).containsExactly(7, 9));
            assertThatThrownBy(() -> client.productPage(0))
                    .isInstanceOfSatisfying(
                            BadRequestException.class,
                            bad -> assertThat(bad.products()).isEmpty());
        }
    }

    @Test
    void aClosedClientMakesNoCall() {
        var client = ClientMerchant.create().client().build();
        client.close();

        assertThatThrownBy(() -> client.stock(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> client.createStock(List.<StockEntry>of())).isInstanceOf(IllegalStateException.class);
    }
}
