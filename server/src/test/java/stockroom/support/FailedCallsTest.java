package stockroom.support;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import stockroom.config.Secret;
import stockroom.testing.http.ConstantRateCalls;
import stockroom.testing.http.Reply;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;

@Tag("slow")
class FailedCallsTest {
    private static final Secret WRONG = new Secret("0123456789abcdef0123456789abcdef");
    private static final Platform platform = Platform.start(Map.of("STOCKROOM_AUTH_FAILURES_PER_MINUTE", "1000000"));
    private static final Operators operator = platform.readOnlyOperator();

    private final TestMerchant merchant = platform.merchant();

    @AfterAll
    static void stop() {
        platform.close();
    }

    @FunctionalInterface
    private interface Call {
        Reply of(TestMerchant merchant);
    }

    @TestFactory
    Stream<DynamicTest> aFailureOfEachKindIsFoundByItsRequestId() {
        var calls = new LinkedHashMap<String, Call>();
        calls.put(
                "/Stock/Product 400 SIGN_MISMATCH, unsigned",
                m -> m.withSecret(WRONG).productList("page", 1));
        calls.put(
                "/Stock/Product 400 TOKEN_INVALID, signed",
                m -> m.withToken(WRONG).productList("page", 1));
        calls.put("/Stock/Product 400 TIMESTAMP_EXPIRED, unsigned", m -> with(m, "timestamp", "1700000000"));
        calls.put("/Stock/Product 400 HEADER_MISSING, unsigned", m -> with(m, "accesstoken", " "));
        calls.put("/Stock/Creat 400 JSON_INVALID, signed", m -> m.createStock("[{"));
        calls.put("/Stock/List 400 ID_INVALID, signed", m -> m.stockList("x"));
        calls.put("/Stock/List 200 PRODUCT_UNKNOWN, signed", m -> m.stockList(2_000_000_000));
        calls.put("/Stock/Creat 429 CREATE_TOO_SOON, signed", FailedCallsTest::tooSoon);
        calls.put(
                "/Stock/Product 405 METHOD_NOT_ALLOWED, unsigned",
                m -> m.send("GET", "/Stock/Product", m.headers().entrySet(), new byte[0]));
        return calls.entrySet().stream()
                .map(call -> DynamicTest.dynamicTest(call.getKey(), () -> {
                    var before = Instant.now();
                    var reply = call.getValue().of(merchant);
                    var found = found(reply);

                    assertThat("%s %d %s, %s"
                                    .formatted(
                                            found.path("endpoint").asString(),
                                            found.path("status").asInt(),
                                            found.path("code").asString(),
                                            found.path("signed").asBoolean() ? "signed" : "unsigned"))
                            .isEqualTo(call.getKey());
                    assertThat(reply.code()).isEqualTo(found.path("code").asString());
                    assertThat(reply.msg()).startsWith(found.path("message").asString());
                    assertThat(found.path("applicationId").asLong()).isEqualTo(merchant.appid());
                    assertThat(Instant.parse(found.path("at").asString()))
                            .isBetween(before.minusMillis(1), Instant.now().plusMillis(1));
                }));
    }

    @Test
    void whatSucceedsLeavesNothingAndAsksNothingMore() {
        // everything noted so far is written, and the credentials are cached
        found(merchant.stockList("x"));
        long before = platform.connectionsUsed();
        for (int i = 0; i < 20; i++) {
            assertThat(merchant.productList("page", 1).success()).isTrue();
        }
        // each page takes one; reading credentials again adds some
        assertThat(platform.connectionsUsed() - before).isBetween(20L, 35L);
        assertThat(listed(merchant.appid())).hasSize(1);
    }

    @Test
    void aFailureWaitsForNoDatabase() {
        merchant.stockList("x");
        found(merchant.stockList("x"));
        long before = platform.connectionsUsed();
        for (int i = 0; i < 200; i++) {
            merchant.stockList("x");
        }
        // these belong to the writer, about two per second, and not to the callers
        assertThat(platform.connectionsUsed() - before).isLessThan(150);
    }

    @Test
    void ofAFloodTheNewestThousandAreKeptAndHardlyMore() {
        var neighbour = platform.merchant();
        var old = merchant.stockList("x");
        found(old);
        // simulates earlier failures
        platform.execute("""
                INSERT INTO failed_call (application_id, failed_at, request_id, signed, endpoint, status, code, message)
                SELECT %d, now() - interval '1 hour' + n * interval '1 second', lpad(to_hex(n), 16, '0'), true,
                       '/Stock/List', 400, 'X', 'm'
                FROM generate_series(1, 1500) n""".formatted(merchant.appid()));
        var latest = new ArrayList<Reply>();
        for (int i = 0; i < 1_500; i++) {
            latest.add(merchant.stockList("x"));
        }
        var theirs = neighbour.stockList("x");

        found(latest.getLast());
        found(theirs);
        // rows are deleted a hundred at a time, some time after they are written
        var kept = await().atMost(60, SECONDS).until(() -> listed(merchant.appid()), calls -> calls.size() < 1_100);

        assertThat(kept).hasSizeGreaterThanOrEqualTo(1_000);
        assertThat(kept.stream().map(call -> call.path("at").asString()).toList())
                .isSortedAccordingTo((a, b) -> Instant.parse(b).compareTo(Instant.parse(a)));
        // the newest stored calls are among the last 30; calls of the same millisecond have no order
        assertThat(latest.subList(1_470, 1_500).stream().map(reply -> id(reply)).toList())
                .containsAll(kept.subList(0, 20).stream()
                        .map(call -> call.path("requestId").asString())
                        .toList());
        assertThat(listed(neighbour.appid())).hasSize(1);
    }

    /// Anyone can send them, since an appid is not secret.
    @Test
    void aFloodOfUnsignedCallsPushesOutNoSignedOne() {
        platform.execute("""
                INSERT INTO failed_call (application_id, failed_at, request_id, signed, endpoint, status, code, message)
                SELECT %d, now() - interval '1 hour' + n * interval '1 second', lpad(to_hex(n), 16, '0'), true,
                       '/Stock/List', 400, 'X', 'm'
                FROM generate_series(1, 1000) n""".formatted(merchant.appid()));
        var stranger = merchant.withSecret(WRONG);
        try (var _ = new ConstantRateCalls(150, _ -> stranger.stockList(1))) {
            // ten are written every half second
            await().atMost(60, SECONDS).until(() -> unsigned() >= 60);
        }
        var own = merchant.stockList("x");
        found(own);

        // rows are deleted a hundred at a time, some time after they are written
        await().atMost(60, SECONDS).until(() -> unsigned() < 200);
        var kept = listed(merchant.appid());
        long signed =
                kept.stream().filter(call -> call.path("signed").asBoolean()).count();
        Figures.write("unsigned-calls-signed-failures-kept", signed, "failures", "1001", signed == 1_001);
        assertThat(signed).isEqualTo(1_001);
        assertThat(kept.stream().filter(call -> !call.path("signed").asBoolean()))
                .hasSizeGreaterThanOrEqualTo(60);
    }

    @Test
    void ofUnsignedCallsAHundredAreKeptAndHardlyMore() {
        platform.execute("""
                INSERT INTO failed_call (application_id, failed_at, request_id, signed, endpoint, status, code, message)
                SELECT %d, now() - interval '1 hour' + n * interval '1 second', lpad(to_hex(n), 16, '0'), n > 500,
                       '/Stock/List', 400, 'X', 'm'
                FROM generate_series(1, 600) n""".formatted(merchant.appid()));
        var stranger = merchant.withSecret(WRONG);
        await().pollInterval(Duration.ofMillis(10)).atMost(60, SECONDS).until(() -> {
            stranger.stockList(1);
            return unsigned() < 200;
        });

        assertThat(platform.query(
                        "SELECT count(*) FROM failed_call WHERE signed AND application_id = " + merchant.appid()))
                .isEqualTo("100");
    }

    @Test
    void pagesHoldEachOnceAlthoughSomeCameAtTheSameMoment() {
        platform.execute("""
                INSERT INTO failed_call (application_id, failed_at, request_id, signed, endpoint, status, code, message)
                SELECT %d, date_trunc('second', now()) - (n / 4) * interval '1 second', lpad(to_hex(n), 16, '0'), true,
                       '/Stock/List', 400, 'X', 'm'
                FROM generate_series(1, 50) n""".formatted(merchant.appid()));

        assertThat(operator.all("/applications/%d/failed-calls".formatted(merchant.appid()), 7))
                .extracting(call -> call.path("requestId").asString())
                .doesNotHaveDuplicates()
                .hasSize(50);
    }

    @Test
    void afterSevenDaysTheyAreGone() {
        var reply = merchant.stockList("x");
        found(reply);
        platform.execute("UPDATE failed_call SET failed_at = now() - interval '7 days 1 second' WHERE request_id = '%s'"
                .formatted(id(reply)));
        platform.watchClocks();

        try (var later = Platform.on(platform)) {
            await().atMost(60, SECONDS)
                    .until(() -> later.query(
                                    "SELECT count(*) FROM failed_call WHERE request_id = '%s'".formatted(id(reply)))
                            .equals("0"));
        }
    }

    @Test
    void anApplicationThatDoesNotExistLeavesNothing() {
        var nobodys = merchant.withAppid(999_999_999);
        var replies = IntStream.range(0, 20).mapToObj(_ -> nobodys.stockList(1)).toList();
        found(merchant.stockList("x"));

        assertThat(replies)
                .allSatisfy(reply -> assertThat(
                                operator.get("/failed-calls/" + id(reply)).status())
                        .isEqualTo(404));
        assertThat(platform.query("SELECT count(*) FROM failed_call WHERE application_id = 999999999"))
                .isEqualTo("0");
    }

    @Test
    void aSecretPutWhereItDoesNotBelongIsNotStored() {
        var secret = merchant.secret().reveal();
        var token = merchant.token().reveal();
        for (var planted : List.of(secret, token, secret.toUpperCase(Locale.ROOT), " " + token, "x" + token)) {
            with(merchant, "timestamp", planted);
            with(merchant, "appid", planted);
            with(merchant, "sign", planted);
            with(merchant, "accesstoken", planted);
            merchant.stockList(planted);
            merchant.productList("page", planted, "pagesize", planted, "stock", planted);
            merchant.createStock("[{\"pid\":\"%s\"}]".formatted(planted));
            merchant.createStock("[{\"%s\":1}]".formatted(planted));
            merchant.createStock(planted);
            // the value is shortened, as in responses
            merchant.stockList("x".repeat(30) + planted);
        }
        found(merchant.stockList("x"));

        var stored = platform.query(
                        "SELECT string_agg(f::text, ' ') FROM failed_call f WHERE application_id = " + merchant.appid())
                .toLowerCase(Locale.ROOT);

        assertThat(stored).contains("timestamp_invalid", "[redacted]");
        for (var planted : List.of(secret, token)) {
            for (int from = 0; from + 8 <= planted.length(); from++) {
                assertThat(stored.contains(planted.substring(from, from + 8)))
                        .as("characters %d to %d", from, from + 8)
                        .isFalse();
            }
        }
    }

    @Test
    void failuresOfOneApplicationAreNotListedUnderAnother() {
        var other = platform.throughAnotherApplication(merchant);
        var ours = merchant.stockList("x");
        var theirs = other.stockList("y");
        found(ours);
        found(theirs);

        assertThat(listed(merchant.appid()))
                .extracting(call -> call.path("requestId").asString())
                .containsExactly(id(ours));
        assertThat(listed(other.appid()))
                .extracting(call -> call.path("requestId").asString())
                .containsExactly(id(theirs));
    }

    @Test
    void whatIsStillWaitingIsWrittenWhenTheServerStops() {
        Reply reply;
        try (var other = Platform.on(platform)) {
            reply = merchant.postTo(other.baseUrl(), "/Stock/List", TestMerchant.FORM, "productid=x");
        }
        assertThat(operator.get("/failed-calls/" + id(reply)).status()).isEqualTo(200);
    }

    private static Reply with(TestMerchant merchant, String header, String value) {
        var headers = merchant.headers();
        headers.put(header, value);
        headers.put("Content-Type", TestMerchant.FORM);
        return merchant.send("POST", "/Stock/Product", headers.entrySet(), "page=1".getBytes(StandardCharsets.UTF_8));
    }

    private static Reply tooSoon(TestMerchant merchant) {
        return merchant.createTooSoon("[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":\"40\",\"stock\":1}]}]"
                .formatted(merchant.product()));
    }

    private int unsigned() {
        return Integer.parseInt(platform.query(
                "SELECT count(*) FROM failed_call WHERE NOT signed AND application_id = " + merchant.appid()));
    }

    private static String id(Reply reply) {
        return reply.header("X-Request-Id").orElseThrow();
    }

    private static JsonNode found(Reply reply) {
        var path = "/failed-calls/" + id(reply);
        await().atMost(60, SECONDS).until(() -> operator.get(path).status() == 200);
        return operator.read(path);
    }

    private static List<JsonNode> listed(long application) {
        return operator.all("/applications/%d/failed-calls".formatted(application), 300);
    }
}
