package stockroom.observability;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.audit.Operator;
import stockroom.auth.Caller;
import stockroom.auth.Sign;
import stockroom.auth.TokenHash;
import stockroom.config.Secret;
import stockroom.config.Settings;
import stockroom.database.DatabaseAddress;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.http.Reply;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestLog;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;
import stockroom.testing.servers.TraceCollector;

/// Secrets, tokens and signatures of good, bad and failing requests must not be found anywhere afterwards.
@Tag("slow")
class LeakTest {
    private static final String PASSWORD = "planted-database-password";
    private static final String WRONG_TOKEN = "deadbeefdeadbeefdeadbeefdeadbeef";
    private static final String WRONG_SIGN = "0123456789ABCDEF0123456789ABCDEF";
    private static final List<String> planted = new ArrayList<>();
    private static final List<Reply> replies = new ArrayList<>();
    private static String metrics = "";
    private static String dump = "";
    private static String spans = "";
    private static String processLog = "";
    private static String threads = "";

    @BeforeAll
    static void callInEveryWay() throws IOException {
        try (var collector = new TraceCollector()) {
            try (var platform = Platform.start(Map.of(
                            "OTEL_EXPORTER_OTLP_ENDPOINT",
                            collector.url(),
                            "STOCKROOM_REQUEST_TIMEOUT",
                            "10s",
                            "STOCKROOM_DATABASE_PASSWORD",
                            PASSWORD));
                    var server = new ServerProcess(platform.environment())) {
                // the servers are connected once they are ready
                for (var url : List.of(platform.adminUrl(), server.adminUrl())) {
                    await().atMost(60, SECONDS)
                            .until(() -> SimpleHttp.get(url + "/health/ready").status() == 200);
                }
                var merchant = platform.merchant();
                var second = platform.applications()
                        .addSecret(Operator.onTheServer(), merchant.appid())
                        .orElseThrow()
                        .secret();
                planted.addAll(List.of(
                        PASSWORD,
                        WRONG_TOKEN,
                        WRONG_SIGN,
                        second.reveal(),
                        merchant.secret().reveal(),
                        merchant.token().reveal()));
                for (var base : List.of(platform.baseUrl(), server.baseUrl())) {
                    goodAndBad(merchant, second, base);
                }
                dump = dump(platform);
                platform.execute("ALTER TABLE product_block RENAME TO gone");
                internalErrors(merchant, platform.baseUrl());
                internalErrors(merchant, server.baseUrl());
                metrics = platform.admin("/metrics").text()
                        + SimpleHttp.get(server.adminUrl() + "/metrics").text();
                threads = Thread.getAllStackTraces().keySet().toString();
                TestDatabase.allowConnections(platform.address(), false);
                replies.add(send(merchant, platform.baseUrl(), merchant.headers()));
                replies.add(send(merchant, server.baseUrl(), merchant.headers()));
                server.stop();
                processLog = server.log();
            }
            spans = collector.received();
        }
    }

    private static void goodAndBad(TestMerchant merchant, Secret second, String base) {
        replies.add(send(merchant, base, merchant.headers()));
        replies.add(send(merchant, base, merchant.withSecret(second).headers()));
        replies.add(
                send(merchant, base, merchant.withToken(new Secret(WRONG_TOKEN)).headers()));
        replies.add(send(merchant, base, changed(merchant, "sign", WRONG_SIGN)));
        replies.add(
                send(merchant, base, changed(merchant, "sign", sign(merchant).toLowerCase(Locale.ROOT))));
        replies.add(send(merchant, base, changed(merchant, "sign", sign(merchant) + "0")));
        replies.add(send(
                merchant, base, changed(merchant, "appid", merchant.secret().reveal())));
        replies.add(send(merchant, base, changed(merchant, "timestamp", "1")));
        replies.add(send(merchant, base, changed(merchant, "accesstoken", "")));
    }

    /// The caller sent the secret as appid: it must not be logged, but that caller's response may show it.
    private static boolean repeatsTheCallersOwnMistake(Reply reply) {
        return reply.code().equals("APP_UNKNOWN");
    }

    private static void internalErrors(TestMerchant merchant, String base) {
        var reply = send(merchant, base, merchant.headers());
        assertThat(reply.status()).isEqualTo(500);
        assertThat(reply.code()).isEqualTo("INTERNAL_ERROR");
        replies.add(reply);
    }

    private static Map<String, String> changed(TestMerchant merchant, String header, String value) {
        var headers = merchant.headers();
        headers.put(header, value);
        return headers;
    }

    private static String sign(TestMerchant merchant) {
        return merchant.headers().getOrDefault("sign", "");
    }

    private static Reply send(TestMerchant merchant, String base, Map<String, String> headers) {
        planted.add(headers.getOrDefault("sign", ""));
        var all = new LinkedHashMap<>(headers);
        all.put("Content-Type", TestMerchant.FORM);
        return merchant.send(base, "POST", "/Stock/Product?page=1", all.entrySet(), new byte[0]);
    }

    private static String dump(Platform platform) {
        return platform.query("SELECT database_to_xml(true, false, '')::text")
                + platform.query("SELECT string_agg(encode(ciphertext, 'escape'), '') FROM application_secret");
    }

    @AfterAll
    static void forget() {
        planted.clear();
        replies.clear();
    }

    private static void assertNothingPlanted(String where, String text) {
        assertThat(text).as(where).isNotBlank();
        for (var secret : planted) {
            assertThat(text.toLowerCase(Locale.ROOT)).as(where).doesNotContain(secret.toLowerCase(Locale.ROOT));
        }
    }

    @Test
    void logsHoldNone() throws IOException {
        var testLog = TestLog.read();
        assertThat(testLog).contains("internal error", "TOKEN_INVALID", "SIGN_MISMATCH");
        assertThat(processLog).contains("internal error", "TOKEN_INVALID", "SIGN_MISMATCH");
        assertNothingPlanted("the log of this process", testLog);
        assertNothingPlanted("the log of a server process", processLog);
    }

    @Test
    void metricsTracesAndThreadNamesHoldNone() {
        assertThat(metrics).contains("SIGN_MISMATCH", "INTERNAL_ERROR");
        assertThat(spans).contains("POST /Stock/Product", "INTERNAL_ERROR");
        assertNothingPlanted("metrics", metrics);
        assertNothingPlanted("spans", spans);
        assertNothingPlanted("threads", threads);
    }

    @Test
    void answersHoldNone() {
        assertThat(replies).extracting(Reply::status).contains(200, 400, 500, 503);
        for (var reply : replies) {
            if (!repeatsTheCallersOwnMistake(reply)) {
                assertNothingPlanted("an answer", reply.text() + reply.headers().map());
            }
        }
    }

    @Test
    void aDumpOfTheDatabaseHoldsNone() {
        assertThat(dump).contains("application_secret", "access_token", "bound_store");
        assertNothingPlanted("the dump", dump);
    }

    @Test
    void theProductsOwnRecordsPrintNone() {
        var secret = new Secret("planted-secret");
        planted.add(secret.reveal());
        var settings = Settings.read(Map.of("STOCKROOM_DATABASE_PASSWORD", PASSWORD));
        assertNothingPlanted(
                "records",
                "" + secret + Optional.of(secret) + settings + settings.database()
                        + new DatabaseAddress("jdbc:postgresql://h/d", "u", PASSWORD)
                        + TokenHash.of(WRONG_TOKEN)
                        + new Caller(new stockroom.auth.MerchantId(1), 2, 3)
                        + new stockroom.admin.credentials.ApplicationStore.NewSecret(1, secret));
        assertThat(Sign.of(secret, 1)).doesNotContain(secret.reveal());
    }

    @Test
    void aServerThatMayNotLogInDoesNotPrintThePasswordItTried() {
        var environment = new LinkedHashMap<>(Platform.shared().environment());
        environment.put("STOCKROOM_DATABASE_OWNER", "nobody_of_this_name");
        environment.put("STOCKROOM_DATABASE_OWNER_PASSWORD", PASSWORD);
        environment.computeIfPresent(
                "STOCKROOM_DATABASE_URL", (_, url) -> url + (url.contains("?") ? "&" : "?") + "password=" + PASSWORD);
        try (var server = new ServerProcess(environment)) {
            assertThat(server.await()).isEqualTo(1);
            assertThat(server.log()).contains("user nobody_of_this_name: ").doesNotContain(PASSWORD);
        }
    }
}
