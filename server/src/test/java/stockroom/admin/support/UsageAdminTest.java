package stockroom.admin.support;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;

@Tag("slow")
class UsageAdminTest {
    private static final Platform platform = Platform.start(Map.of());
    private static final Operators operator = platform.readOnlyOperator();

    private final TestMerchant merchant = platform.merchant();

    @AfterAll
    static void stop() {
        platform.close();
    }

    private JsonNode usage() {
        return operator.read(
                "/merchants/%d/accounts/%d/usage".formatted(merchant.id().value(), merchant.account()));
    }

    private List<JsonNode> results(String query) {
        return operator.all(
                "/merchants/%d/publish-results%s".formatted(merchant.id().value(), query), 2);
    }

    private void age(String interval) {
        platform.execute(
                "UPDATE fetched_product SET first_fetched_at = first_fetched_at - interval '%s' WHERE merchant_id = %d"
                        .formatted(interval, merchant.id().value()));
    }

    @Test
    void aNewAccountHasUsedNothing() {
        var usage = usage();
        assertThat(usage.at("/createStock/turns")).isEmpty();
        assertThat(usage.at("/createStock/intervalSeconds").asInt()).isEqualTo(2);
        assertThat(usage.at("/createStock/coloursPerRequest").asInt()).isEqualTo(300);
        assertThat(usage.at("/productDetail/today/used").asInt()).isZero();
        assertThat(usage.at("/productDetail/today/limit").asInt()).isEqualTo(300);
        assertThat(usage.at("/productDetail/store/limit").asInt()).isEqualTo(5_000);
        assertThat(usage.at("/publishResults/blocked").asBoolean()).isFalse();
    }

    @Test
    void stockThatNoApplicationHasSetTakesNoTurn() {
        merchant.withStock(merchant.product(), "red", 38, 5);

        assertThat(usage().at("/createStock/turns")).isEmpty();
    }

    @Test
    void theWaitIsTheOneThatCallersHearOf() throws InterruptedException {
        var order = "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":\"40\",\"stock\":1}]}]"
                .formatted(merchant.product());
        assertThat(merchant.createStock(order).success()).isTrue();

        // if the machine paused, the call is admitted and takes the next turn
        var turns = await().atMost(60, SECONDS)
                .until(() -> new Seen(usage().at("/createStock/turns"), merchant.createStock(order)), Seen::isClosed)
                .turns();

        assertThat(turns).hasSize(1);
        assertThat(turns.at("/0/applicationId").asLong()).isEqualTo(merchant.appid());
        long wait = turns.at("/0/waitMillis").asLong();
        assertThat(wait).isBetween(1L, 2_000L);
        Thread.sleep(wait);
        assertThat(merchant.createStock(order).success()).isTrue();
        await().atMost(60, SECONDS)
                .until(() -> usage().at("/createStock/turns/0/waitMillis").asLong() == 0);
    }

    private record Seen(JsonNode turns, Reply next) {
        boolean isClosed() {
            return next.status() == 429;
        }
    }

    @Test
    void fetchesCountForTheDayAndTheStore() {
        var products = merchant.products(3);
        products.forEach(merchant::detail);
        merchant.detail(products.getFirst());
        platform.anotherAccount(merchant).detail(merchant.product());

        var details = usage().path("productDetail");

        assertThat(details.at("/today/used").asInt()).isEqualTo(4);
        assertThat(details.at("/store/used").asInt()).isEqualTo(4);
        assertThat(Instant.parse(details.at("/today/resetsAt").asString()))
                .isBetween(Instant.now(), Instant.now().plus(Duration.ofHours(24)));
        platform.execute("UPDATE daily_fetches SET day = day - 1 WHERE merchant_id = "
                + merchant.id().value());
        assertThat(usage().at("/productDetail/today/used").asInt()).isZero();
    }

    @Test
    void blockedIsWhatDetailsAreRefusedWith() {
        var products = merchant.products(4);
        products.subList(0, 3).forEach(merchant::detail);
        assertThat(usage().at("/publishResults/due").asInt()).isZero();
        age("25 hours");
        for (int reported = 0; reported <= 3; reported++) {
            if (reported > 0) {
                assertThat(merchant.uploadResult(products.get(reported - 1), reported % 2)
                                .success())
                        .isTrue();
            }
            var results = usage().path("publishResults");
            assertThat(results.path("due").asInt()).isEqualTo(3);
            assertThat(results.path("reported").asInt()).isEqualTo(reported);
            assertThat(results.path("needed").asInt()).isEqualTo(2);
            assertThat(results.path("blocked").asBoolean()).isEqualTo(reported < 2);
            assertThat(merchant.detail(products.get(3)).code())
                    .isEqualTo(reported < 2 ? "PUBLISH_RESULTS_MISSING" : "");
        }
    }

    @Test
    void publishResultsAreListedByStatus() {
        var products = merchant.products(5);
        products.forEach(merchant::detail);
        merchant.uploadResult(products.get(1), 1);
        merchant.uploadResult(products.get(3), 0);

        assertThat(ids(results(""))).isEqualTo(products);
        assertThat(ids(results("?status=missing"))).containsExactly(products.get(0), products.get(2), products.get(4));
        assertThat(ids(results("?status=failed"))).containsExactly(products.get(3));
        var published = results("?status=published").getFirst();
        assertThat(published.path("productId").asInt()).isEqualTo(products.get(1));
        assertThat(published.path("platform").asString()).isEqualTo("tb");
        assertThat(published.path("itemId").asString()).isEqualTo("i");
        assertThat(published.path("userNick").asString()).isEqualTo("n");
        assertThat(published.path("reportedAt").isNull()).isFalse();
        assertThat(operator.all(
                        "/merchants/%d/publish-results"
                                .formatted(platform.merchant().id().value()),
                        5))
                .isEmpty();
    }

    private static List<Integer> ids(List<JsonNode> results) {
        return results.stream().map(result -> result.path("productId").asInt()).toList();
    }
}
