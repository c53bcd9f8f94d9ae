package stockroom.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;

class ReadRateTest {
    private static final int A_SECOND = 5;

    private static Platform platform;

    @BeforeAll
    static void start() {
        platform = Platform.start(Map.of("STOCKROOM_LIMITS_READS_PER_SECOND", "" + A_SECOND));
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    @Test
    void productAndStockListsShareTheRateAndOneReadTooManyIsRefusedUntilTimeHasPassed() {
        var merchant = platform.merchant();
        int product = merchant.product();
        merchant.withStock(product, "red", 38, 5);
        var replies = new ArrayList<Reply>();
        long begun = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            replies.add(i % 2 == 0 ? merchant.productList("page", 1) : merchant.stockList(product));
        }
        double seconds = (System.nanoTime() - begun) / 1e9;

        var admitted = replies.stream().filter(Reply::success).toList();
        assertThat(admitted).hasSizeBetween(A_SECOND, (int) Math.ceil(A_SECOND * (1 + seconds)));
        assertThat(replies)
                .extracting(reply -> reply.header("RateLimit-Policy").orElseThrow())
                .containsOnly("\"reads\";q=5;w=1");
        assertThat(admitted)
                .extracting(reply -> reply.header("RateLimit").orElseThrow())
                .startsWith("\"reads\";r=4;t=1")
                .contains("\"reads\";r=3;t=1", "\"reads\";r=0;t=1");
        assertThat(replies).filteredOn(reply -> !reply.success()).isNotEmpty().allSatisfy(refused -> {
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.code()).isEqualTo("READ_TOO_FAST");
            assertThat(refused.header("Retry-After")).contains("1");
            assertThat(refused.header("RateLimit")).contains("\"reads\";r=0;t=1");
        });
        await().atMost(Duration.ofSeconds(60))
                .until(() -> merchant.stockList(product).success());
    }

    @Test
    void anotherAccountAndAnotherApplicationHaveARateOfTheirOwn() {
        var merchant = platform.merchant();
        while (merchant.productList("page", 1).success()) {
            // reads until the limit is reached
        }

        for (var other : List.of(platform.anotherAccount(merchant), platform.throughAnotherApplication(merchant))) {
            assertThat(other.productList("page", 1).success()).isTrue();
        }
    }

    /// A read is returned every 200 ms, so after a pause of the machine as many may be left as before.
    @Test
    void everyReadCountsAndARefusedOneSaysWhatIsLeft() {
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            var merchant = platform.merchant();

            var refused = merchant.productList("page", "first");
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.header("RateLimit")).contains("\"reads\";r=4;t=1");
            assertThat(merchant.limits().header("RateLimit")).contains("\"reads\";r=3;t=1");
        });
    }

    @Test
    void withoutTheSettingThereIsNeitherARateNorAHeader() {
        var merchant = Platform.shared().merchant();
        for (int i = 0; i < 200; i++) {
            var reply = merchant.productList("page", 1);
            assertThat(reply.success()).isTrue();
            assertThat(reply.headers().map()).doesNotContainKeys("ratelimit", "ratelimit-policy");
        }
    }
}
