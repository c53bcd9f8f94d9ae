package stockroom.support;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;

/// A server writes its counts when it stops, at the latest.
@Tag("usage")
@Tag("slow")
class DailyUsageTest {
    private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

    @Test
    void callsAreCountedByWhatTheyDidOnEachDayOverAllNodes() {
        try (var platform = Platform.start(Map.of())) {
            var merchant = platform.merchant();
            var colleague = platform.anotherAccount(merchant);
            int product = merchant.product();
            var order = "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":38,\"stock\":1}]}]".formatted(product);
            var today = LocalDate.now(ZONE);
            var writes = new AtomicInteger();
            for (int i = 0; i < 2; i++) {
                try (var node = Platform.on(platform)) {
                    post(merchant, node, "/Stock/Product", "page=1", 200);
                    post(merchant, node, "/Stock/Product", "page=0", 400);
                    post(merchant, node, "/Stock/List", "productid=999999", 200);
                    post(merchant, node, "/Product/Detail", "pid=" + product, 200);
                    post(colleague, node, "/Stock/Product", "page=1", 200);
                }
            }
            try (var node = Platform.on(platform)) {
                platform.clock().move(Duration.ofDays(1));
                node.clock().move(Duration.ofDays(1));
                TestMerchant.untilTooSoon(() -> {
                    var reply = merchant.postTo(node.baseUrl(), "/Stock/Creat", TestMerchant.JSON, order);
                    writes.addAndGet(reply.success() ? 1 : 0);
                    return reply;
                });
            }
            assertThat(writes.get()).isPositive();

            var operator = platform.operator();
            assertThat(operator.all("/daily-usage?merchant=" + merchant.id().value(), 2))
                    .extracting(DailyUsageTest::line)
                    .containsExactly(
                            "%s %d: 2 0 2 0 2".formatted(today, merchant.account()),
                            "%s %d: 0 %d 0 0 1".formatted(today.plusDays(1), merchant.account(), writes.get()),
                            "%s %d: 2 0 0 0 0".formatted(today, colleague.account()));
            assertThat(operator.all("/daily-usage?account=" + colleague.account(), 10))
                    .hasSize(1);
            assertThat(operator.get("/daily-usage?after=1-2").status()).isEqualTo(400);
        }
    }

    private static String line(JsonNode usage) {
        return "%s %d: %d %d %d %d %d"
                .formatted(
                        usage.path("day").asString(),
                        usage.path("accountId").asLong(),
                        usage.path("reads").asLong(),
                        usage.path("writes").asLong(),
                        usage.path("details").asLong(),
                        usage.path("reports").asLong(),
                        usage.path("refused").asLong());
    }

    private static void post(TestMerchant merchant, Platform node, String path, String form, int status) {
        assertThat(merchant.postTo(node.baseUrl(), path, TestMerchant.FORM, form)
                        .status())
                .isEqualTo(status);
    }

    @Test
    void thirteenMonthsAreKept() {
        try (var platform = Platform.start(Map.of())) {
            platform.execute("""
                    INSERT INTO daily_usage (merchant_id, account_id, day, reads, writes, details, reports, refused)
                    SELECT 1, 1, (now() - make_interval(months => months))::date, months, 0, 0, 0, 0
                    FROM generate_series(11, 15) months
                    """);
            platform.watchClocks();
            try (var _ = Platform.on(platform)) {
                await().atMost(60, SECONDS)
                        .untilAsserted(
                                () -> assertThat(platform.queryAll("SELECT reads FROM daily_usage ORDER BY day DESC"))
                                        .startsWith("11", "12")
                                        .doesNotContain("14", "15"));
            }
        }
    }
}
