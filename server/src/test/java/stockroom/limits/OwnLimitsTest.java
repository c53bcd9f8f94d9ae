package stockroom.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ThreeNodes;

@Tag("limits")
class OwnLimitsTest {
    private static final int CALLERS = 24;

    private static Platform platform;
    private static Platform other;

    @BeforeAll
    static void start() {
        platform = Platform.start(Map.of());
        other = Platform.on(platform);
    }

    @AfterAll
    static void stop() {
        other.close();
        platform.close();
    }

    private static Reply detail(Platform node, TestMerchant merchant, int product) {
        return merchant.postTo(node.baseUrl(), "/Product/Detail", TestMerchant.FORM, TestMerchant.form("pid", product));
    }

    private static String path(TestMerchant merchant) {
        return "/merchants/%d/limits".formatted(merchant.id().value());
    }

    private static String accountPath(TestMerchant merchant) {
        return "/merchants/%d/accounts/%d/limits".formatted(merchant.id().value(), merchant.account());
    }

    @Test
    void detailsOfADayAreExactAcrossNodesAndARaiseOpensADayThatWasUsedUp() throws Exception {
        var merchant = platform.merchant();
        int product = merchant.product();
        platform.operator().change(accountPath(merchant), "{\"detailsPerDay\":5}");
        await().until(() -> limit(other, merchant, "details") == 5 && limit(platform, merchant, "details") == 5);

        var replies =
                ThreeNodes.inParallel(CALLERS, caller -> detail(caller % 2 == 0 ? platform : other, merchant, product));

        assertThat(replies).filteredOn(Reply::success).hasSize(5);
        assertThat(replies).filteredOn(reply -> !reply.success()).allSatisfy(refused -> {
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.code()).isEqualTo("DAILY_FETCHES_USED_UP");
            assertThat(refused.text()).contains(" 5 ");
            assertThat(refused.header("RateLimit-Policy"))
                    .hasValueSatisfying(it -> assertThat(it).startsWith("\"day\";q=5;"));
        });
        platform.operator().change(accountPath(merchant), "{\"detailsPerDay\":7}");
        for (var node : new Platform[] {platform, other}) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> detail(node, merchant, product).success());
        }
        assertThat(detail(platform, merchant, product).status()).isEqualTo(429);

        platform.operator().delete(accountPath(merchant));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> detail(other, merchant, product).success());
        assertThat(limit(other, merchant, "details")).isEqualTo(Limits.FETCHES_PER_DAY);
    }

    @Test
    void productsOfAStoreAreBoundedByTheMerchantsAndTheAccountsOwnCountsBefore() throws Exception {
        var merchant = platform.merchant();
        var products = merchant.products(CALLERS);
        platform.operator().change(path(merchant), "{\"productsPerStore\":3}");
        await().until(() -> limit(other, merchant, "store") == 3 && limit(platform, merchant, "store") == 3);

        var replies = ThreeNodes.inParallel(
                CALLERS, caller -> detail(caller % 2 == 0 ? platform : other, merchant, products.get(caller)));

        assertThat(replies).filteredOn(Reply::success).hasSize(3);
        assertThat(replies)
                .filteredOn(reply -> !reply.success())
                .allSatisfy(refused -> assertThat(refused.code()).isEqualTo("STORE_PRODUCTS_USED_UP"));
        platform.operator().change(accountPath(merchant), "{\"productsPerStore\":4}");
        await().until(() -> limit(platform, merchant, "store") == 4);
        assertThat(products.stream()
                        .filter(product -> detail(platform, merchant, product).success()))
                .hasSize(4);
        var usage = platform.operator()
                .read("/merchants/%d/accounts/%d/usage".formatted(merchant.id().value(), merchant.account()));
        assertThat(usage.path("productDetail").path("store").path("limit").asInt())
                .isEqualTo(4);
    }

    @Test
    void readsASecondAreBoundedWhereTheSettingBoundsNone() {
        var merchant = platform.merchant();
        assertThat(merchant.limits().json().path("data").has("reads")).isFalse();
        platform.operator().change(path(merchant), "{\"readsPerSecond\":2}");
        await().until(() -> merchant.limits().header("RateLimit-Policy").isPresent());

        await().until(() -> merchant.productList("page", 1).code().equals("READ_TOO_FAST"));
        await().until(() -> merchant.limits().success());
        assertThat(platform.merchant().limits().header("RateLimit-Policy")).isEmpty();
        platform.operator().delete(path(merchant));
        await().until(() -> merchant.limits().header("RateLimit-Policy").isEmpty());
    }

    @Test
    void whatIsSetIsShownAndEachChangeIsInTheAuditLogOnce() {
        var merchant = platform.merchant();
        var operator = platform.operator();
        operator.change(path(merchant), "{\"detailsPerDay\":1000}");
        operator.change(path(merchant), "{\"readsPerSecond\":50}");
        operator.change(path(merchant), "{\"readsPerSecond\":50}");

        assertThat(operator.read(path(merchant)).toString())
                .isEqualTo("{\"detailsPerDay\":1000,\"productsPerStore\":null,\"readsPerSecond\":50}");
        assertThat(operator.read(accountPath(merchant)).toString())
                .isEqualTo("{\"detailsPerDay\":null,\"productsPerStore\":null,\"readsPerSecond\":null}");
        assertThat(platform.query("SELECT count(*) FROM audit_entry WHERE action = 'limits.change' AND merchant_id = "
                        + merchant.id().value()))
                .isEqualTo("2");
        assertThat(operator.patch(path(merchant), "{\"detailsPerDay\":0}").status())
                .isEqualTo(400);
    }

    private static int limit(Platform node, TestMerchant merchant, String what) {
        return merchant.postTo(node.baseUrl(), "/Account/Limits", TestMerchant.FORM, "")
                .json()
                .path("data")
                .path(what)
                .path("limit")
                .asInt();
    }
}
