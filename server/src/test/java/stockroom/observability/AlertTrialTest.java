package stockroom.observability;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.demo.EmbeddedDatabase;
import stockroom.testing.database.PostgresProcess;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.PrometheusProcess;
import stockroom.testing.servers.ServerProcess;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Lets alerts fire in an installed Prometheus. `make trial NAME=alerts` runs it.
@Tag("alerts")
class AlertTrialTest {
    private final EmbeddedDatabase database = new EmbeddedDatabase();
    private final PostgresProcess postgres = new PostgresProcess(database.address());
    private final Platform platform = Platform.on(database.address(), Map.of());

    @AfterEach
    void stop() {
        platform.close();
        database.close();
    }

    private ServerProcess server(String... namesAndValues) {
        var settings = new HashMap<>(platform.environment());
        for (int i = 0; i < namesAndValues.length; i += 2) {
            settings.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new ServerProcess(settings);
    }

    private static PrometheusProcess watching(ServerProcess server) {
        return new PrometheusProcess("127.0.0.1:" + server.adminPort());
    }

    @Test
    void aDatabaseThatIsGoneIsToldAndSoIsItsReturn() throws Exception {
        try (var server = server();
                var prometheus = watching(server)) {
            var merchant = platform.merchant();
            merchant.postTo(server.baseUrl(), "/Stock/Product", TestMerchant.FORM, "page=1");
            Thread.sleep(15_000);
            // an alert caused by a pause of the machine ends by itself
            await().atMost(60, SECONDS).untilAsserted(() -> {
                assertThat(prometheus.alerts()).as("while all is well").isEmpty();
                everyQueryOfTheDashboardAnswers(prometheus);
            });

            postgres.kill();
            awaitFiring(prometheus, "StockroomDatabaseGone");
            assertThat(prometheus.alerts().valueStream().map(AlertTrialTest::summary))
                    .contains("127.0.0.1:%d has lost the database".formatted(server.adminPort()));
            await().atMost(120, SECONDS).until(() -> {
                merchant.postTo(server.baseUrl(), "/Stock/Product", TestMerchant.FORM, "page=1");
                return prometheus.firing().contains("StockroomErrors");
            });

            postgres.start();
            await().atMost(120, SECONDS)
                    .untilAsserted(() -> assertThat(prometheus.firing()).isEmpty());
        }
    }

    private static String summary(JsonNode alert) {
        return alert.path("annotations").path("summary").asString();
    }

    private static void awaitFiring(PrometheusProcess prometheus, String alert) {
        long begun = System.nanoTime();
        await().atMost(120, SECONDS).until(() -> prometheus.firing().contains(alert));
        System.out.printf("%s fires after %.1f s%n", alert, (System.nanoTime() - begun) / 1e9);
    }

    private static void everyQueryOfTheDashboardAnswers(PrometheusProcess prometheus) {
        var dashboard = JsonMapper.shared()
                .readTree(Path.of("../deploy/grafana/stockroom.json").toFile());
        var queries = dashboard.findValuesAsString("expr");

        assertThat(queries).hasSizeGreaterThan(20).allSatisfy(query -> {
            var result = prometheus.query(query.replace("$instance", ".*")
                    .replace("$__rate_interval", "10s")
                    .replace("[1d:5m]", "[10s:1s]"));
            if (!query.contains("ALERTS") && !query.contains("outcome=\"failed\"")) {
                assertThat(result).as(query).isNotEmpty();
            }
        });
    }

    private Map<String, String> narrow() {
        var settings = new HashMap<>(platform.environment());
        settings.putAll(Platform.DEFAULT_TIMES);
        return settings;
    }

    @Test
    void aNodeWhoseShareIsExhaustedIsTold() throws Exception {
        var merchant = platform.merchant();
        try (var server = Platform.withMaxRequests(4, database.address(), narrow());
                var prometheus = new PrometheusProcess(server.adminUrl().replace("http://", ""));
                var callers = Executors.newVirtualThreadPerTaskExecutor();
                var _ = TestDatabase.holding(database.address(), "LOCK TABLE product")) {
            var over = new AtomicBoolean();
            for (int i = 0; i < 20; i++) {
                callers.execute(() -> {
                    while (!over.get()) {
                        merchant.postTo(server.baseUrl(), "/Stock/Product", TestMerchant.FORM, "page=1");
                    }
                });
            }
            awaitFiring(prometheus, "StockroomNodeShareExhausted");
            over.set(true);
        }
    }

    @Test
    void aLedgerThatCannotGrowIsTold() throws Exception {
        for (var month : platform.queryAll("SELECT inhrelid::regclass FROM pg_inherits i"
                + " WHERE inhparent IN ('stock_push'::regclass, 'stock_change'::regclass)")) {
            platform.execute("DROP TABLE " + month);
        }
        try (var _ = TestDatabase.holding(database.address(), "LOCK TABLE stock_push IN SHARE UPDATE EXCLUSIVE MODE");
                var server = server("STOCKROOM_DATABASE_MIGRATE", "false");
                var prometheus = watching(server)) {
            awaitFiring(prometheus, "StockroomPartitionsRunningOut");
            assertThat(server.log()).contains("cannot add months to the ledger, retrying");
        }
    }
}
