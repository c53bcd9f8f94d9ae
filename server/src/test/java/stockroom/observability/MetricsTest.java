package stockroom.observability;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.database.DatabaseAddress;
import stockroom.http.Version;
import stockroom.limits.Limits;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.platform.Platform;
import stockroom.testing.servers.ServerProcess;

/// Documents, alerts and the dashboard name only existing metrics, and the document names all of them.
@Tag("slow")
class MetricsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path DOCUMENT = ROOT.resolve("docs/metrics.md");
    /// Leaves out roles of the database, which have the same prefix, and recording rules.
    private static final Pattern METRIC =
            Pattern.compile("(?<!:)\\b(stockroom(?!_owner|_read\\b)|jvm|process|system|hikaricp)_[a-z0-9_]+");

    @Test
    void documentsAlertsAndDashboardNameMetricsThatExistAndTheDocumentNamesAll() throws Exception {
        String scrape;
        try (var platform = Platform.start(Map.of());
                var server = new ServerProcess(platform.environment())) {
            var merchant = platform.merchant();
            merchant.productList("page", 1);
            // a garbage collection creates further metrics
            server.liveHeapBytes();
            await().atMost(60, SECONDS).until(() -> server.metric("stockroom_ledger_bytes") > 0);
            SimpleHttp.get(server.baseUrl() + "/no/such/path");
            // the request is counted after its response
            await().atMost(60, SECONDS)
                    .until(() -> SimpleHttp.get(server.adminUrl() + "/metrics")
                            .text()
                            .contains("stockroom_request_duration_seconds_count"));
            scrape = SimpleHttp.get(server.adminUrl() + "/metrics").text();
        }
        var types = matches("(?m)^# TYPE (\\S+) ", scrape);
        var samples = matches("(?m)^([a-z]\\w+)[{ ]", scrape);

        assertThat(matches("(?m)^# HELP (\\S+) \\S", scrape)).as("with HELP").isEqualTo(types);
        var documented = named(Files.readString(DOCUMENT));
        assertThat(documented).containsAll(types);
        var known = new TreeSet<>(types);
        known.addAll(samples);
        for (var file : files()) {
            assertThat(known).as(file.toString()).containsAll(named(Files.readString(file)));
        }
        Promtool.accepts(ROOT, scrape, "check", "metrics");
    }

    private static Set<Path> files() throws IOException {
        var files = new TreeSet<Path>();
        for (var folder : Set.of("docs", "deploy/prometheus", "deploy/grafana")) {
            try (Stream<Path> all = Files.list(ROOT.resolve(folder))) {
                all.filter(file -> file.toString().matches(".*\\.(md|yml|json)"))
                        .forEach(files::add);
            }
        }
        assertThat(files).contains(DOCUMENT, ROOT.resolve("deploy/prometheus/stockroom.rules.yml"));
        return files;
    }

    private static Set<String> named(String text) {
        return METRIC.matcher(text).results().map(result -> result.group()).collect(Collectors.toSet());
    }

    private static Set<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void versionProcessAndNodesOfTheDatabaseAreMeasured() {
        var database = TestDatabase.migrated();
        // nothing listens at the second address
        var both = database.url().replaceFirst("(?<=//)([^/]+)", "$1,127.0.0.1:1");
        try (var platform = Platform.on(database, Map.of("STOCKROOM_DATABASE_URL", both))) {
            var scrape = platform.admin("/metrics").text();

            assertThat(scrape)
                    .contains("stockroom_build_info{java=\"%s\",version=\"%s\"} 1\n"
                            .formatted(Runtime.version(), Version.number()));
            long started =
                    ProcessHandle.current().info().startInstant().orElseThrow().getEpochSecond();
            assertThat(platform.metric("process_start_time_seconds")).isBetween(started, started + 60);
            for (var name : List.of("open_fds", "max_fds", "resident_memory_bytes", "virtual_memory_bytes")) {
                assertThat(platform.metric("process_" + name)).as(name).isPositive();
            }
            assertThat(platform.metric("process_cpu_seconds_total")).isPositive();
            await().atMost(60, SECONDS)
                    .untilAsserted(() -> assertThat(matches(
                                    "(?m)^stockroom_database_node_up(\\{.*)$",
                                    platform.admin("/metrics").text()))
                            .containsExactly(
                                    "{node=\"127.0.0.1:1\"} 0.0", "{node=\"%s\"} 1.0".formatted(nodeOf(database))));
            // the server's readiness check may time out on a busy machine
            await().atMost(60, SECONDS).until(() -> platform.metric("stockroom_ready") == 1);
        }
    }

    private static String nodeOf(DatabaseAddress database) {
        return database.url().replaceFirst("^jdbc:postgresql://([^/]+).*", "$1");
    }

    @Test
    void refusalsAreCountedByLimitAndPushesAsTheyAreWritten() {
        try (var platform = Platform.start(Map.of())) {
            var merchant = platform.merchant();
            var order = "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":38,\"stock\":1}]}]"
                    .formatted(merchant.product());
            var refusals = "stockroom_refusals_total{limit=\"CREATE_TOO_SOON\"}";
            assertThat(platform.admin("/metrics").text()).contains(refusals + " 0.0\n");

            assertThat(merchant.createStock(order).success()).isTrue();
            // if it is admitted, the same order again makes no push
            assertThat(merchant.createTooSoon(order).code()).isEqualTo("CREATE_TOO_SOON");

            await().atMost(60, SECONDS)
                    .untilAsserted(() -> assertThat(platform.metric(refusals)).isOne());
            assertThat(platform.metric("stockroom_ledger_pushes_total")).isOne();
        }
    }

    /// Leaves out invalid requests, whose limits are not only about size.
    @Test
    void theLimitsThatAreCountedAreThoseOfTheDocument() throws IOException {
        var document = Files.readString(ROOT.resolve("docs/limits.md"));
        var tables = document.substring(0, document.indexOf("\n## Response sizes"));
        var codes = matches("`([A-Z_]{5,})`", tables);
        codes.removeAll(Set.of("REQUEST_MALFORMED", "JSON_INVALID"));

        assertThat(codes).isEqualTo(new TreeSet<>(Limits.CODES));
    }
}
