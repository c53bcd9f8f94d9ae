package stockroom.observability;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.admin.operators.Scope;
import stockroom.catalog.ledger.PushWatch;
import stockroom.http.Version;
import stockroom.testing.http.Reply;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.machine.FreePort;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;
import stockroom.testing.servers.ThreeNodes;
import stockroom.testing.servers.TraceCollector;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
class ObservabilityTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final Map<String, String> TRACE_HEADER =
            Map.of("traceparent", "00-%s-00f067aa0ba902b7-01".formatted(TRACE));
    /// In a body of OTLP, a span begins with its trace id in 16 bytes and its own id in 8.
    private static final Pattern SPAN = Pattern.compile("\n\u0010(.{16})\u0012\b", Pattern.DOTALL);

    @Test
    void requestsAreCountedByEndpointOutcomeAndCode() {
        try (var platform = Platform.start(Map.of())) {
            var merchant = platform.merchant();
            merchant.productList("page", 1);
            merchant.productList("page", 0);
            merchant.stockList(1);
            merchant.post("/no/such/path", TestMerchant.FORM, "");
            merchant.post("/nor/this", TestMerchant.FORM, "");
            merchant.withToken(merchant.secret()).productList("page", 1);

            // requests are counted after their responses
            await().atMost(60, SECONDS)
                    .untilAsserted(() -> assertThat(platform.admin("/metrics").text())
                            .contains(count("", "/Stock/Product", "success", 1))
                            .contains(count("PAGE_INVALID", "/Stock/Product", "bad_request", 1))
                            .contains(count("TOKEN_INVALID", "/Stock/Product", "bad_request", 1))
                            .contains(count("PRODUCT_UNKNOWN", "/Stock/List", "refused", 1))
                            .contains(count("PATH_UNKNOWN", "unknown", "bad_request", 2))
                            .contains(
                                    "jvm_memory_used_bytes",
                                    "hikaricp_connections_active",
                                    "stockroom_requests_in_progress"));
            assertThat(merchant.send("GET", "/metrics", Map.<String, String>of().entrySet(), new byte[0])
                            .status())
                    .as("on the merchants' port")
                    .isEqualTo(404);
            assertThat(platform.admin("/Stock/Product").status())
                    .as("on the operator's port")
                    .isEqualTo(404);
        }
    }

    private static String count(String code, String endpoint, String outcome, int times) {
        return "stockroom_request_duration_seconds_count{code=\"%s\",endpoint=\"%s\",interface=\"merchant\",outcome=\"%s\"} %d\n"
                .formatted(code, endpoint, outcome, times);
    }

    @Test
    void everyAnswerIsALineOfJsonInTheLogWithItsRequestIdAndTrace() throws IOException {
        try (var collector = new TraceCollector();
                var platform = Platform.start(
                        Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url(), "OTEL_TRACES_SAMPLER", "always_off"));
                var server = new ServerProcess(platform.environment())) {
            var merchant = platform.merchant();
            var reply = send(merchant, server.baseUrl(), TRACE_HEADER);
            var id = reply.header("X-Request-Id").orElseThrow();
            var key = platform.operatorKey(Scope.WRITE, Duration.ofHours(1)).key();
            var operator = Operators.withKey(server.adminUrl(), key);
            operator.get("/merchants/%d".formatted(merchant.id().value()));
            operator.get("/tokens?merchant=%d".formatted(merchant.id().value()));
            server.stop();

            var lines = server.log().lines().map(ObservabilityTest::parsed).toList();
            assertThat(lines)
                    .filteredOn(line -> line.path("requestId").asString("").equals(id))
                    .singleElement()
                    .satisfies(line -> {
                        assertThat(line.path("message").asString()).isEqualTo("answered");
                        assertThat(line.path("method").asString()).isEqualTo("POST");
                        assertThat(line.path("endpoint").asString()).isEqualTo("/Stock/Product");
                        assertThat(line.path("trace_id").asString()).isEqualTo(TRACE);
                        assertThat(line.path("status").asInt()).isEqualTo(200);
                        assertThat(line.path("address").asString()).isEqualTo(merchant.address());
                        assertThat(line.path("merchant").asLong())
                                .isEqualTo(merchant.id().value());
                        assertThat(line.path("account").asLong()).isEqualTo(merchant.account());
                        assertThat(line.path("application").asLong()).isEqualTo(merchant.appid());
                        assertThat(line.path("level").asString()).isEqualTo("INFO");
                    });
            assertThat(lines)
                    .filteredOn(line -> line.has("operator") && line.has("endpoint"))
                    .extracting(line -> "%s %s %d %s"
                            .formatted(
                                    line.path("method").asString(),
                                    line.path("endpoint").asString(),
                                    line.path("merchant").asLong(),
                                    line.path("operator").asString()))
                    .containsExactly(
                            "GET /admin/v1/merchants/{merchant} %d tester"
                                    .formatted(merchant.id().value()),
                            "GET /admin/v1/tokens %d tester"
                                    .formatted(merchant.id().value()));
            assertThat(collector.received()).as("of a sampler that takes none").isEmpty();
            assertThat(lines)
                    .extracting(line -> line.path("message").asString())
                    .contains("stopping");
            assertThat(lines.getFirst().path("version").asString()).isEqualTo(Version.number());
        }
    }

    @Test
    void levelAndRequestLinesAreSettings() {
        try (var platform = Platform.start(Map.of())) {
            var settings = new HashMap<>(platform.environment());
            settings.put("STOCKROOM_LOG_LEVEL", "debug");
            settings.put("STOCKROOM_LOG_REQUESTS", "failed");
            try (var server = new ServerProcess(settings)) {
                var merchant = platform.merchant();
                send(merchant, server.baseUrl(), Map.of());
                merchant.postTo(server.baseUrl(), "/Stock/Product", TestMerchant.FORM, "page=0");
                platform.execute("NOTIFY %s, 'nonsense'".formatted(PushWatch.CHANNEL));
                await().until(() -> server.log().contains("malformed notification"));
                server.stop();

                assertThat(loggers(server))
                        .contains("INFO stockroom.Main", "DEBUG stockroom.catalog.ledger.PushWatch")
                        .contains("INFO stockroom.requests.failed")
                        .doesNotContain("INFO stockroom.requests");
            }
        }
    }

    @Test
    void changesByOperatorsAreWrittenEvenWhereLittleElseIs() {
        try (var platform = Platform.start(Map.of())) {
            var settings = new HashMap<>(platform.environment());
            settings.put("STOCKROOM_LOG_LEVEL", "warn");
            settings.put("STOCKROOM_LOG_REQUESTS", "none");
            int port = FreePort.pick();
            settings.put("STOCKROOM_ADMIN_PORT", Integer.toString(port));
            var url = "http://127.0.0.1:" + port;
            try (var server = new ServerProcess(settings)) {
                await().atMost(60, SECONDS)
                        .ignoreExceptions()
                        .until(() -> SimpleHttp.get(url + "/health/ready").status() == 200);
                var key = platform.operatorKey(Scope.WRITE, Duration.ofHours(1)).key();
                var operator = Operators.withKey(url, key);
                assertThat(operator.post("/applications", "{\"name\":\"till\"}").status())
                        .isEqualTo(201);
                server.stop();

                assertThat(loggers(server)).containsExactly("INFO stockroom.audit");
            }
        }
    }

    private static Set<String> loggers(ServerProcess server) {
        return server.log()
                .lines()
                .map(ObservabilityTest::parsed)
                .map(line -> line.path("level").asString() + " "
                        + line.path("logger").asString())
                .collect(Collectors.toSet());
    }

    /// Uses several callers, since one alone may not exceed the log's limit on a busy machine.
    @Test
    void aFloodOfRefusedStrangersDoesNotFillTheLogAndKnownCallersStayInIt() throws Exception {
        try (var platform = Platform.start(Map.of());
                var server = new ServerProcess(platform.environment())) {
            var merchant = platform.merchant();
            int flood = 2_000;
            int callers = 8;
            long start = System.nanoTime();
            ThreeNodes.inParallel(callers, caller -> {
                for (int i = caller; i < flood; i += callers) {
                    merchant.sendUnchecked(
                            server.baseUrl(),
                            "POST",
                            "/Stock/Product",
                            Map.<String, String>of().entrySet(),
                            new byte[0]);
                    if (i % 200 == 199) {
                        merchant.send(
                                server.adminUrl(),
                                "GET",
                                "/no/key/here",
                                Map.<String, String>of().entrySet(),
                                new byte[0]);
                    }
                }
                return caller;
            });
            long secondsTouched = 2 + (System.nanoTime() - start) / 1_000_000_000;
            for (int i = 0; i < 150; i++) {
                send(merchant, server.baseUrl(), Map.of());
            }
            server.stop();

            var lines = server.log().lines().map(ObservabilityTest::parsed).toList();
            var strangers = lines.stream()
                    .filter(line -> line.path("code").asString("").equals("HEADER_MISSING"))
                    .toList();
            assertThat(strangers)
                    .hasSizeBetween(100, (int) Math.min(flood - 1, 100 * secondsTouched))
                    .anySatisfy(line -> assertThat(line.path("message").asString())
                            .contains("further requests of unknown callers"));
            assertThat(lines).filteredOn(line -> line.has("merchant")).hasSize(150);
            assertThat(lines)
                    .as("on the operators' port, while the flood was at the merchants'")
                    .filteredOn(line -> line.path("status").asInt() == 404)
                    .hasSize(10);
        }
    }

    private static JsonNode parsed(String line) {
        return JsonMapper.shared().readTree(line);
    }

    @Test
    void spansReachACollectorUnderTheCallersTraceAndThereAreNoOthers() throws IOException {
        try (var collector = new TraceCollector()) {
            Reply reply;
            try (var platform = Platform.start(Map.of(
                    "OTEL_EXPORTER_OTLP_ENDPOINT",
                    collector.url(),
                    "OTEL_EXPORTER_OTLP_HEADERS",
                    "x-tenant=stockroom",
                    "OTEL_SERVICE_NAME",
                    "shop"))) {
                reply = send(platform.merchant(), platform.baseUrl(), TRACE_HEADER);
            }
            assertThat(collector.headers("x-tenant")).containsOnly("stockroom");
            var traces = SPAN.matcher(collector.received())
                    .results()
                    .map(span -> HexFormat.of().formatHex(span.group(1).getBytes(ISO_8859_1)));
            assertThat(traces).hasSizeGreaterThan(2).containsOnly(TRACE);
            assertThat(collector.received())
                    .contains("shop")
                    .contains("POST /Stock/Product", "product page", "token", "secrets", "stockroom.request_id")
                    .contains(reply.header("X-Request-Id").orElseThrow())
                    .contains(new String(HexFormat.of().parseHex("00f067aa0ba902b7"), ISO_8859_1));
        }
    }

    private static Reply send(TestMerchant merchant, String base, Map<String, String> more) {
        var headers = new LinkedHashMap<>(merchant.headers());
        headers.put("Content-Type", TestMerchant.FORM);
        headers.putAll(more);
        return merchant.send(base, "POST", "/Stock/Product?page=1", headers.entrySet(), new byte[0]);
    }
}
