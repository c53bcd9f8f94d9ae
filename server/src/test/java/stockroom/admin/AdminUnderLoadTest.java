package stockroom.admin;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.config.Secret;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.http.AdminDescription;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

@Tag("slow")
class AdminUnderLoadTest {
    private static final Platform platform = Platform.start(Map.of());
    private static final Operators operator = platform.operator();
    private static final int PRODUCTS = 600;
    private static final int MAX_ANSWER = 12 << 20;

    private final TestMerchant merchant = platform.merchant();
    private final String path = "/merchants/" + merchant.id().value();
    private final Random random = new Random(7);

    @AfterAll
    static void stop() {
        platform.close();
    }

    @Test
    void aPageOfLargeProductsIsShorterAndNoneIsLost() {
        upsertLargeProducts();

        var seen = new ArrayList<Integer>();
        int pages = 0;
        for (var after = ""; after != null; pages++) {
            var reply = operator.get(path + "/products?limit=1000" + after);
            assertThat(reply.text().length()).isLessThan(MAX_ANSWER);
            reply.json()
                    .path("items")
                    .forEach(item -> seen.add(item.path("productId").asInt()));
            var next = reply.json().path("next");
            after = next.isNull() ? null : "&after=" + next.asString();
        }

        assertThat(pages).isGreaterThan(1);
        assertThat(seen).hasSize(PRODUCTS).isSorted();
        assertThat(new HashSet<>(seen)).hasSize(PRODUCTS);
    }

    @Test
    void aPageOfLargeChangesIsShorterAndNoneIsLost() {
        upsertLargeProducts();
        upsertLargeProducts();
        int changes = Integer.parseInt(platform.query("SELECT count(*) FROM audit_entry WHERE merchant_id = "
                + merchant.id().value()));

        int seen = 0;
        for (var after = ""; after != null; ) {
            var reply =
                    operator.get("/audit?limit=1000&merchant=" + merchant.id().value() + after);
            assertThat(reply.text().length()).isLessThan(MAX_ANSWER);
            seen += reply.json().path("items").size();
            var next = reply.json().path("next");
            after = next.isNull() ? null : "&after=" + next.asString();
        }

        assertThat(seen).isEqualTo(changes);
    }

    /// Each product has twenty thousand new characters, which compress well, like HTML.
    private void upsertLargeProducts() {
        for (int from = 0; from < PRODUCTS; from += 150) {
            var lines = IntStream.range(from, from + 150)
                    .mapToObj(number ->
                            "{\"artNo\":\"L-%d\",\"title\":\"large\",\"price\":1,\"images\":[\"x\"],\"description\":\"%s\"}"
                                    .formatted(number, text()))
                    .toArray(String[]::new);
            var reply = operator.postLines(path + "/products", lines);
            assertThat(reply.json().path("rejected")).as(reply.text()).isEmpty();
        }
    }

    private String text() {
        return Long.toString(random.nextLong(Long.MAX_VALUE / 2, Long.MAX_VALUE))
                .repeat(1_052);
    }

    @Test
    void anApplicationThatWasAskedForBeforeItExistedIsKnownAtOnce() {
        long next = Long.parseLong(platform.query("SELECT max(application_id) + 1 FROM application"));
        assertThat(merchant.withAppid(next).stockList(1).code()).isEqualTo("APP_UNKNOWN");
        var created = operator.create("/applications", "{\"name\":\"late\"}");
        assertThat(created.path("applicationId").asLong()).isEqualTo(next);

        var late = merchant.withAppid(next)
                .withSecret(new Secret(created.path("secret").asString()));

        await().atMost(60, SECONDS).until(() -> late.stockList(1).code().equals("TOKEN_INVALID"));
    }

    @Test
    void aCallToAPathThatDoesNotExistIsFoundByItsRequestId() {
        var reply = merchant.post("/stock/list", TestMerchant.FORM, "productid=1");
        assertThat(reply.status()).isEqualTo(404);
        var path = "/failed-calls/" + reply.header("X-Request-Id").orElseThrow();

        await().atMost(60, SECONDS).until(() -> operator.get(path).status() == 200);
        assertThat(operator.read(path).path("code").asString()).isEqualTo("PATH_UNKNOWN");
    }

    @Test
    void whenAThousandProductsChangeTheLogSaysWhatChangedAndNothingElse() {
        operator.postLines(path + "/products", "{\"artNo\":\"A\",\"title\":\"one\",\"price\":1,\"images\":[\"x\"]}");
        operator.postLines(path + "/products", "{\"artNo\":\"A\",\"title\":\"one\",\"price\":2,\"images\":[\"x\"]}");

        var change = operator.read("/audit?merchant=" + merchant.id().value()).at("/items/0");

        assertThat(change.at("/before/updated/0/price").asString()).isEqualTo("1.00");
        assertThat(change.at("/after/updated/0/price").asString()).isEqualTo("2.00");
        assertThat(change.at("/after/updated/0").propertyNames()).containsExactlyInAnyOrder("productId", "price");
    }

    @Test
    void aStoreThatGetsANewNameThroughAnAccountIsAChangeOfTheStore() {
        operator.create(
                path + "/accounts",
                "{\"name\":\"second\",\"store\":{\"platform\":\"tb\",\"shopId\":\"%s\",\"shopName\":\"New name\"}}"
                        .formatted(merchant.shopId()));

        var changes = operator.read("/audit?merchant=" + merchant.id().value()).path("items");

        assertThat(changes.valueStream().map(change -> change.path("action").asString()))
                .startsWith("account.create", "store.change");
        assertThat(changes.at("/1/before/shopName").asString()).isEqualTo("Shop");
        assertThat(changes.at("/1/after/shopName").asString()).isEqualTo("New name");
    }

    @Test
    void anOperatorsRequestInProgressIsAnsweredBeforeTheServerEnds() throws Exception {
        var address = platform.address();
        var settings = new HashMap<>(platform.environment());
        // the server must not give up before the test has finished
        settings.putAll(Map.of("STOCKROOM_REQUEST_TIMEOUT", "120s", "STOCKROOM_DRAIN_TIME", "60s"));
        try (var server = new ServerProcess(settings);
                var connection = DriverManager.getConnection(address.url(), address.user(), address.password());
                var statement = connection.createStatement();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var there = operator.at(server.adminUrl());
            connection.setAutoCommit(false);
            statement.execute("SELECT 1 FROM merchant WHERE merchant_id = %d FOR UPDATE"
                    .formatted(merchant.id().value()));
            var reply = threads.submit(() -> there.patch(path, "{\"suspended\":true}"));
            await().atMost(60, SECONDS).until(() -> platform.waitingForLocks() == 1);
            var end = threads.submit(server::stop);
            Thread.sleep(500);
            assertThat(reply.isDone()).isFalse();
            connection.rollback();

            assertThat(reply.get().status()).isEqualTo(200);
            assertThat(end.get()).isEqualTo(143);
        }
    }

    /// For a second no notification arrives, and the node must not use its cache.
    @Test
    void aNodeWithoutItsListeningConnectionUsesNothingItHasCached() throws Exception {
        try (var node = Platform.start(
                Map.of("STOCKROOM_AUTH_CACHE_TIME", "1h", "STOCKROOM_AUTH_FAILURES_PER_MINUTE", "1000"))) {
            var caller = node.merchant();
            assertThat(caller.productList("page", 1).success()).isTrue();
            var before = listening(node);
            node.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
            // like an operator's change on another node whose notification is lost
            node.execute("UPDATE access_token SET revoked_at = now()");
            // the node notices after a moment, and on a busy machine may already listen again
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(10))
                    .atMost(60, SECONDS)
                    .until(() -> node.metric("stockroom_notifications_heard") == 0
                            || !List.of("", before).contains(listening(node)));
            Thread.sleep(100);

            for (int i = 0; i < 20; i++) {
                assertThat(caller.productList("page", 1).success()).isFalse();
                Thread.sleep(100);
            }
            await().atMost(60, SECONDS)
                    .until(() -> caller.productList("page", 1).code().equals("TOKEN_INVALID"));
        }
    }

    private static String listening(Platform node) {
        return node.query("""
                SELECT coalesce(min(pid)::text, '') FROM pg_stat_activity
                WHERE query LIKE 'NOTIFY stockroom_heartbeat%' AND datname = current_database()""");
    }

    /// The disconnected node has short time-outs, so another node prepares the data.
    @Test
    void withoutItsDatabaseEveryOperationSaysThatItMayWorkLater() {
        try (var prepared = Platform.start(Map.of());
                var cutOff = hurried(prepared)) {
            var values = AdminSamples.of(prepared, prepared.merchant());
            var caller = prepared.operator().at(cutOff.adminUrl());
            TestDatabase.allowConnections(prepared.address(), false);
            try {
                for (var operation : AdminDescription.read().operations()) {
                    if (operation.path(Map.of()).equals("/openapi.yaml")) {
                        continue;
                    }
                    var reply = caller.call(operation, values);
                    assertThat(reply.status())
                            .as(operation + ": " + reply.text())
                            .isEqualTo(503);
                    assertThat(reply.header("Retry-After"))
                            .as(operation.toString())
                            .isPresent();
                }
            } finally {
                TestDatabase.allowConnections(prepared.address(), true);
            }
        }
    }

    private static Platform hurried(Platform other) {
        var settings = new HashMap<>(other.environment());
        settings.put("STOCKROOM_REQUEST_TIMEOUT", "2s");
        return Platform.on(other.address(), settings);
    }
}
