package stockroom.outages;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.http.RawConnection;
import stockroom.testing.http.Reply;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

@Tag("slow")
class OverloadAndShutdownTest {
    /// The limit is less than a call may take here, and more than a busy machine adds to one.
    private static final Duration QUICKLY = Duration.ofSeconds(20);

    private static final Duration MAX_TURN_WAIT = Duration.ofSeconds(1);

    private static final int MAX_TRIES = 10;

    /// With these times, a server process does not abandon its work before the test ends.
    private static final Map<String, String> LONG_TIMES = Map.of("STOCKROOM_REQUEST_TIMEOUT", "120s");

    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void stop() {
        callers.shutdownNow();
    }

    @Test
    void aDatabaseThatIsGoneIsAnswered503AndFoundAgainWithoutARestart() {
        try (var platform = Platform.start(Map.of());
                var node = another(platform, Map.of("STOCKROOM_REQUEST_TIMEOUT", "20s"))) {
            var merchant = platform.merchant();
            int product = merchant.product();
            awaitReady(node.adminUrl());

            TestDatabase.allowConnections(platform.address(), false);
            var reply = stockList(merchant, node.baseUrl(), product);
            assertUnavailable(reply, "UNAVAILABLE");
            assertThat(reply.took()).isLessThan(QUICKLY);
            var health = node.admin("/health/ready");
            assertThat(health.status()).isEqualTo(503);
            assertThat(health.took()).isLessThan(QUICKLY);
            assertThat(node.admin("/health/live").status()).isEqualTo(200);

            TestDatabase.allowConnections(platform.address(), true);
            awaitReady(node.adminUrl());
            await().atMost(60, SECONDS)
                    .until(() ->
                            stockList(merchant, node.baseUrl(), product).code().equals("STOCK_NOT_ADDED"));
        }
    }

    private static Platform another(Platform platform, Map<String, String> settings) {
        var all = new HashMap<>(platform.environment());
        all.putAll(settings);
        return Platform.on(platform.address(), all);
    }

    /// Waits, because the readiness check may time out on a busy machine.
    private static Reply awaitReady(String adminUrl) {
        return await().atMost(60, SECONDS)
                .until(() -> SimpleHttp.get(adminUrl + "/health/ready"), health -> health.status() == 200);
    }

    /// Expects that the server is never ready, and gives the reason once the database responds in time.
    private static void awaitNotReady(String adminUrl, String why) {
        await().atMost(60, SECONDS).until(() -> {
            var health = SimpleHttp.get(adminUrl + "/health/ready");
            assertThat(health.status()).isEqualTo(503);
            return health.text().contains(why);
        });
    }

    private static void awaitStopping(String adminUrl) {
        await().atMost(60, SECONDS)
                .until(() -> SimpleHttp.get(adminUrl + "/health/ready").text().contains("stopping"));
    }

    /// When it resumes, silent connections are due to be closed, but arrived data is not read yet.
    @Test
    void aNodeThatStoodStillAnswersWhatHasComeMeanwhile() throws Exception {
        try (var platform = Platform.start(Map.of());
                var server = new ServerProcess(platform.environment())) {
            var connections = frozenWithConnections(server);
            connections.forEach(connection -> connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
            Thread.sleep(Duration.ofSeconds(5));
            server.resume();

            assertThat(connections.stream().map(RawConnection::status)).containsOnly(302);
            connections.forEach(RawConnection::close);
        }
    }

    /// Freezes the server within the five seconds in which it waits for data. There are few enough connections to
    /// read all within a second; then the server checks again which are silent.
    private static List<RawConnection> frozenWithConnections(ServerProcess server) throws InterruptedException {
        int port = URI.create(server.baseUrl()).getPort();
        for (int tries = 0; tries < 20; tries++) {
            long begun = System.nanoTime();
            var connections =
                    Stream.generate(() -> new RawConnection(port)).limit(100).toList();
            Thread.sleep(Duration.ofSeconds(1));
            server.freeze();
            if (System.nanoTime() - begun < Duration.ofSeconds(4).toNanos()) {
                return connections;
            }
            server.resume();
            connections.forEach(RawConnection::close);
        }
        throw new AssertionError("it takes too long to freeze a server");
    }

    @Test
    void aNodeWithAnotherKeysetOrWithoutTheSchemaIsNotReady() {
        try (var platform = Platform.start(Map.of())) {
            platform.merchant();
            try (var other = Platform.on(platform.address(), Map.of())) {
                awaitNotReady(other.adminUrl(), "auth.keyset-file");
            }
            awaitReady(platform.adminUrl());

            platform.execute("ALTER TABLE application_secret RENAME TO elsewhere");
            awaitNotReady(platform.adminUrl(), "stockroom-server migrate");
        }
    }

    @Test
    void aBusyNodeIsReady() throws Exception {
        try (var platform = Platform.start(Map.of("STOCKROOM_DATABASE_POOL_SIZE", "1"))) {
            var merchant = platform.merchant();
            int product = merchant.product();
            try (var _ = lockStores(platform)) {
                var slow = callers.submit(() -> merchant.detail(product));
                await().atMost(60, SECONDS).until(() -> platform.waitingForLocks() == 1);
                assertThat(awaitReady(platform.adminUrl()).took()).isLessThan(QUICKLY);
                assertThat(slow.isDone()).isFalse();
            }
        }
    }

    @Test
    void moreRequestsThanAllowedAreTurnedAwayAtOnce() throws Exception {
        try (var platform = Platform.withMaxRequests(2, TestDatabase.migrated(), Map.of())) {
            var merchant = platform.merchant();
            int product = merchant.product();
            var slow = new ArrayList<Future<Reply>>();
            try (var _ = lockStores(platform)) {
                slow.add(callers.submit(() -> merchant.detail(product)));
                slow.add(callers.submit(() -> merchant.detail(product)));
                await().atMost(60, SECONDS).until(() -> platform.waitingForLocks() == 2);

                var reply = merchant.stockList(product);
                assertUnavailable(reply, "OVERLOADED");
                assertThat(reply.took()).isLessThan(QUICKLY);
            }
            for (var answer : slow) {
                assertThat(answer.get(60, SECONDS).success()).isTrue();
            }
            assertThat(merchant.stockList(product).status()).isEqualTo(200);
        }
    }

    /// The other caller waits for a second at most; the test is repeated if the machine is slower.
    @Test
    @Tag("alone")
    void whoIsAboveItsShareWhileAnotherWaitsIsToldSoAtOnceAndTheOtherIsNext() throws Exception {
        try (var platform = Platform.withMaxRequests(2, TestDatabase.migrated(), Map.of())) {
            var busy = platform.merchant();
            var other = platform.merchant();
            int product = busy.product();
            int othersProduct = other.product();
            for (int tries = 1; ; tries++) {
                var slow = new ArrayList<Future<Reply>>();
                Future<Reply> waiting;
                Reply reply;
                long asked;
                try (var _ = lockStores(platform)) {
                    slow.add(callers.submit(() -> busy.detail(product)));
                    slow.add(callers.submit(() -> busy.detail(product)));
                    await().atMost(60, SECONDS).until(() -> platform.waitingForLocks() == 2);
                    asked = System.nanoTime();
                    waiting = callers.submit(() -> other.stockList(othersProduct));
                    await().atMost(60, SECONDS).until(() -> waiting.isDone() || isOneWaiting(platform));
                    reply = busy.stockList(product);
                }
                var next = waiting.get(60, SECONDS);
                if (tries == MAX_TRIES || System.nanoTime() - asked < MAX_TURN_WAIT.toNanos()) {
                    assertThat(reply.status()).isEqualTo(429);
                    assertThat(reply.code()).isEqualTo("TOO_MANY_AT_ONCE");
                    assertThat(reply.header("Retry-After")).contains("1");
                    assertThat(reply.took()).isLessThan(QUICKLY);
                    assertThat(next.code()).isEqualTo("STOCK_NOT_ADDED");
                    return;
                }
                for (var answer : slow) {
                    answer.get(60, SECONDS);
                }
            }
        }
    }

    private static boolean isOneWaiting(Platform platform) {
        return platform.admin("/metrics").text().lines().anyMatch("stockroom_requests_at_work_waiting 1.0"::equals);
    }

    @Test
    void aRequestThatFindsNoFreeConnectionIsAnswered503() throws Exception {
        try (var platform = Platform.start(Map.of());
                var node = another(
                        platform, Map.of("STOCKROOM_DATABASE_POOL_SIZE", "1", "STOCKROOM_REQUEST_TIMEOUT", "30s"))) {
            var merchant = platform.merchant();
            int product = merchant.product();
            // the node has opened its connection by then
            await().atMost(60, SECONDS)
                    .until(() -> stockList(merchant, node.baseUrl(), product).status() == 200);
            Future<Reply> slow;
            try (var _ = lockStores(platform)) {
                slow = callers.submit(() -> detail(merchant, node.baseUrl(), product));
                await().atMost(60, SECONDS).until(() -> platform.waitingForLocks() == 1);

                var reply = stockList(merchant, node.baseUrl(), product);
                assertUnavailable(reply, "OVERLOADED");
                assertThat(reply.took()).isBetween(Duration.ofMillis(8_900), QUICKLY);
            }
            assertThat(slow.get(60, SECONDS).success()).isTrue();
        }
    }

    @Test
    void aStatementThatTakesTooLongIsEndedAndAnswered503() throws Exception {
        try (var platform = Platform.start(Map.of());
                var node = another(platform, Map.of("STOCKROOM_REQUEST_TIMEOUT", "10s"))) {
            var merchant = platform.merchant();
            int product = merchant.product();
            try (var _ = lockStores(platform)) {
                var reply = detail(merchant, node.baseUrl(), product);
                assertUnavailable(reply, "OVERLOADED");
                assertThat(reply.took()).isBetween(Duration.ofMillis(4_900), QUICKLY);
            }
            var reply =
                    await().atMost(60, SECONDS).until(() -> detail(merchant, node.baseUrl(), product), Reply::success);
            assertThat(reply.header("RateLimit").orElseThrow())
                    .as("not counted twice")
                    .contains("\"day\";r=299");
        }
    }

    @Test
    void aStoppingServerFinishesWhatItHasBegunAndTellsTheLoadBalancer() throws Exception {
        var settings = new HashMap<>(LONG_TIMES);
        settings.put("STOCKROOM_DRAIN_TIME", "60s");
        try (var platform = Platform.start(settings);
                var server = new ServerProcess(platform.environment())) {
            var merchant = platform.merchant();
            int product = merchant.product();
            var base = server.baseUrl();
            awaitReady(server.adminUrl());
            Future<Reply> slow;
            Future<Integer> stopped;
            try (var _ = lockStores(platform)) {
                slow = callers.submit(() -> detail(merchant, base, product));
                await().atMost(60, SECONDS).until(() -> platform.waitingForLocks() == 1);
                stopped = callers.submit(server::stop);

                awaitStopping(server.adminUrl());
                assertThat(SimpleHttp.get(server.adminUrl() + "/health/ready").status())
                        .isEqualTo(503);
                assertThat(SimpleHttp.get(server.adminUrl() + "/health/live").status())
                        .isEqualTo(200);
                assertThat(slow.isDone()).isFalse();
            }
            var reply = slow.get(60, SECONDS);
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.success()).isTrue();
            assertThat(reply.header("Connection")).contains("close");
            assertThat(stopped.get(60, SECONDS)).isIn(0, 143);
        }
    }

    @Test
    void aStoppingServerServesOnUntilTheLoadBalancerHasNoticed() throws Exception {
        try (var platform = Platform.start(LONG_TIMES);
                var server = stoppingSlowly(platform)) {
            var merchant = platform.merchant();
            int product = merchant.product();
            var base = server.baseUrl();
            var stopped = callers.submit(server::stop);
            awaitStopping(server.adminUrl());

            assertThat(detail(merchant, base, product).success()).isTrue();
            assertThat(stopped.get(60, SECONDS)).isIn(0, 143);
        }
    }

    /// Stops only the process, since the platform would take as long to close.
    private static ServerProcess stoppingSlowly(Platform platform) {
        var settings = new HashMap<>(platform.environment());
        settings.put("STOCKROOM_STOP_DELAY", "20s");
        return new ServerProcess(settings);
    }

    /// The caller may repeat it at another server, as after an overload.
    @Test
    void aBodyThatAStoppingServerDoesNotWaitForIsAnswered503() {
        var settings = new HashMap<>(LONG_TIMES);
        settings.put("STOCKROOM_READ_TIMEOUT", "60s");
        try (var platform = Platform.start(settings);
                var server = new ServerProcess(platform.environment())) {
            var headers = platform.merchant().headers();
            headers.put("Content-Type", TestMerchant.JSON);
            // after this much of a body, a running server waits a minute for the rest
            var whole = RawConnection.request("POST /Stock/Creat HTTP/1.1", headers.entrySet(), new byte[4_000_000]);
            try (var connection = new RawConnection(URI.create(server.baseUrl()).getPort())) {
                connection.send(Arrays.copyOf(whole, whole.length - 99));
                await().atMost(60, SECONDS)
                        .until(() -> SimpleHttp.get(server.adminUrl() + "/metrics")
                                .text()
                                .contains("stockroom_requests_in_progress 1.0"));

                assertThat(server.stop()).isIn(0, 143);
                assertUnavailable(connection.answer().orElseThrow(), "UNAVAILABLE");
            }
        }
    }

    @Test
    void aStoppingServerDoesNotWaitLongerThanItsDrainTime() throws Exception {
        var settings = new HashMap<>(LONG_TIMES);
        settings.put("STOCKROOM_DRAIN_TIME", "1s");
        try (var platform = Platform.start(settings);
                var server = new ServerProcess(platform.environment())) {
            var merchant = platform.merchant();
            int product = merchant.product();
            var base = server.baseUrl();
            try (var _ = lockStores(platform)) {
                var cutOff = callers.submit(() -> detail(merchant, base, product));
                await().atMost(60, SECONDS).until(() -> platform.waitingForLocks() == 1);

                long start = System.nanoTime();
                assertThat(server.stop()).isIn(0, 143);
                assertThat(Duration.ofNanos(System.nanoTime() - start))
                        .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(40));
                await().atMost(60, SECONDS).until(cutOff::isDone);
            }
        }
    }

    private static Reply stockList(TestMerchant merchant, String base, int product) {
        return merchant.postTo(base, "/Stock/List", TestMerchant.FORM, TestMerchant.form("productid", product));
    }

    private static Reply detail(TestMerchant merchant, String base, int product) {
        var headers = merchant.headers();
        headers.put("Content-Type", TestMerchant.FORM);
        return merchant.send(base, "POST", "/Product/Detail?pid=" + product, headers.entrySet(), new byte[0]);
    }

    private static void assertUnavailable(Reply reply, String code) {
        assertThat(reply.status()).as(reply.text()).isEqualTo(503);
        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.success()).isFalse();
        assertThat(reply.header("Retry-After")).contains("1");
        assertThat(reply.header("X-Request-Id"))
                .contains(reply.json().path("requestId").asString());
    }

    private static Connection lockStores(Platform platform) {
        return TestDatabase.holding(platform.address(), "LOCK TABLE bound_store IN ACCESS EXCLUSIVE MODE");
    }
}
