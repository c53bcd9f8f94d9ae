package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import stockroom.client.model.ProductSummary;
import stockroom.testing.platform.Platform;

class RetryPolicyTest {
    private static final Platform platform = ClientMerchant.PLATFORM;
    private static final Interference.Trouble BUSY = busy(1);

    private final List<Duration> pauses = new ArrayList<>();
    private final StockroomListener listener = new StockroomListener() {
        @Override
        public void retrying(String path, int attempt, Duration pause, StockroomException failure) {
            pauses.add(pause);
        }
    };

    private static Interference.Trouble busy(int seconds) {
        return Interference.answer(
                503,
                Map.of("Retry-After", String.valueOf(seconds)),
                "{\"success\":false,\"msg\":\"busy\",\"code\":\"OVERLOADED\",\"requestId\":\"1\"}");
    }

    @Test
    void lostConnectionsAndBadGatewaysAreTriedAgain() {
        var merchant = ClientMerchant.create();
        var ids = merchant.products(1);
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).listener(listener).build()) {
            relay.then(
                    Interference.cut(),
                    relay.cutAnswer(),
                    Interference.answer(502, "<html>"),
                    Interference.answer(504, ""));

            assertThat(client.products().map(ProductSummary::id)).isEqualTo(ids);
            assertThat(relay.seen()).hasSize(5);
            assertThat(pauses).hasSize(4);
        }
    }

    @Test
    void retryAfterIsHonoured() {
        var merchant = ClientMerchant.create();
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).listener(listener).build()) {
            relay.then(BUSY);
            long start = System.nanoTime();

            assertThat(client.products()).isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(1));
            assertThat(pauses)
                    .singleElement()
                    .satisfies(pause -> assertThat(pause).isBetween(Duration.ofSeconds(1), Duration.ofMillis(1200)));
        }
    }

    @Test
    void whatIsWrongOrRefusedIsSentOnce() {
        try (var relay = new Interference(platform.baseUrl());
                var client = ClientMerchant.create().client(relay.url()).build()) {
            assertThatThrownBy(() -> client.productPage(0)).isInstanceOf(BadRequestException.class);
            assertThatThrownBy(() -> client.stock(1)).isInstanceOf(RefusedException.class);
            relay.then(Interference.answer(500, "{\"success\":false,\"msg\":\"?\",\"code\":\"INTERNAL_ERROR\"}"));
            assertThatThrownBy(() -> client.stock(1))
                    .isInstanceOfSatisfying(
                            UnavailableException.class,
                            e -> assertThat(e.status()).isEqualTo(500));

            assertThat(relay.seen()).hasSize(3);
        }
    }

    @Test
    void aLimitOfTheDayIsNotWaitedFor() {
        var merchant = ClientMerchant.create();
        int pid = merchant.products(1).getFirst();
        platform.execute("""
                INSERT INTO daily_fetches (merchant_id, account_id, day, fetches)
                SELECT %d, %d, (now() AT TIME ZONE 'Asia/Shanghai')::date, 300""".formatted(merchant.id(), merchant.account()));
        try (var client = merchant.client().listener(listener).build()) {
            assertThatThrownBy(() -> client.productDetail(pid))
                    .isInstanceOfSatisfying(RateLimitedException.class, e -> {
                        assertThat(e.code()).isEqualTo("DAILY_FETCHES_USED_UP");
                        assertThat(e.retryAfter()).isPositive().isLessThanOrEqualTo(Duration.ofHours(24));
                    });
            assertThat(pauses).isEmpty();
        }
    }

    @Test
    void attemptsEndWithTheBudget() {
        try (var relay = new Interference(platform.baseUrl());
                var client = ClientMerchant.create()
                        .client(relay.url())
                        .retryPolicy(new RetryPolicy(10, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(30)))
                        .build()) {
            // the second pause alone fits into the budget, but not together with the first
            relay.then(BUSY, busy(30), BUSY);

            assertThatThrownBy(() -> client.stock(1))
                    .isInstanceOfSatisfying(
                            UnavailableException.class,
                            e -> assertThat(e.code()).isEqualTo("OVERLOADED"));
            assertThat(relay.seen()).hasSize(2);
        }
    }

    @Test
    void aServerThatIsNotThereIsSaidToBeSo() throws IOException {
        int free;
        try (var socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        try (var client = ClientMerchant.create()
                .client("http://127.0.0.1:" + free)
                .retryPolicy(RetryPolicy.none())
                .build()) {
            assertThatThrownBy(() -> client.stock(1))
                    .isInstanceOfSatisfying(UnavailableException.class, e -> {
                        assertThat(e.isPerhapsDone()).isFalse();
                        assertThat(e.status()).isZero();
                    })
                    .hasMessageContaining("127.0.0.1:" + free);
        }
    }

    @Test
    void anInterruptedThreadStopsWaitingAndStaysInterrupted() throws InterruptedException {
        try (var relay = new Interference(platform.baseUrl());
                var client = ClientMerchant.create().client(relay.url()).build()) {
            relay.then(Interference.answer(503, Map.of("Retry-After", "20"), ""));
            var interrupted = new boolean[1];
            var thread = Thread.ofPlatform().start(() -> {
                try {
                    client.stock(1);
                } catch (UnavailableException e) {
                    interrupted[0] = Thread.currentThread().isInterrupted();
                }
            });
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> relay.seen().size() == 1 && thread.getState() == Thread.State.TIMED_WAITING);
            thread.interrupt();

            assertThat(thread.join(Duration.ofSeconds(60))).isTrue();
            assertThat(interrupted[0]).isTrue();
        }
    }

    @Test
    void pausesGrowAndAreSpread() {
        var policy = new RetryPolicy(9, Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofMinutes(1));
        for (int attempt = 1; attempt < 9; attempt++) {
            var max = Duration.ofMillis(Math.min(1000, 100L << (attempt - 1)));
            List<Duration> some = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                some.add(
                        policy.pauseAfter(attempt, Duration.ZERO, Duration.ZERO).orElseThrow());
            }
            assertThat(some).allMatch(pause -> pause.compareTo(max) <= 0);
            assertThat(some).anyMatch(pause -> pause.compareTo(max.dividedBy(4)) < 0);
            assertThat(some)
                    .anyMatch(pause -> pause.compareTo(max.multipliedBy(3).dividedBy(4)) > 0);
        }
    }

    @Test
    void noAttemptFollowsTheLastOneOrBeginsAfterTheBudget() {
        var policy = new RetryPolicy(3, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(30));
        var second = Duration.ofSeconds(1);

        assertThat(policy.pauseAfter(2, second, second)).contains(second);
        assertThat(policy.pauseAfter(3, second, second)).isEmpty();
        assertThat(policy.pauseAfter(1, second, Duration.ofSeconds(29))).isPresent();
        assertThat(policy.pauseAfter(1, second, Duration.ofSeconds(30))).isEmpty();
    }
}
