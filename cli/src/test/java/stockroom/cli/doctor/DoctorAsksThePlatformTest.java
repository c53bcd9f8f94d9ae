package stockroom.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import stockroom.cli.TestShell;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.TokenHash;
import stockroom.config.Secret;
import stockroom.database.DatabaseAddress;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.platform.Operators;
import stockroom.testing.servers.DemoProcess;
import stockroom.testing.servers.ServerProcess;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// With an operator key, both APIs of the real server must lead to the same finding.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class DoctorAsksThePlatformTest {
    private final DatabaseAddress database = TestDatabase.fresh();
    private DemoProcess server;
    private String key;
    private Path home;

    @BeforeAll
    void start(@TempDir Path directory) {
        home = directory;
        var settings = Map.of("STOCKROOM_DATABASE_URL", database.url(), "STOCKROOM_DATABASE_USER", database.user());
        server = new DemoProcess(directory, settings);
        key = ServerProcess.lastLineOf(settings, "create-operator-key", "doctor");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private Operators operator() {
        return Operators.withKey(server.adminUrl(), new Secret(key));
    }

    private TestShell shell(String operatorKey) {
        return new TestShell(home)
                .with("STOCKROOM_CLI_ADDRESS", server.adminUrl())
                .with("STOCKROOM_CLI_KEY", operatorKey);
    }

    private JsonNode diagnose(long appid, String secret, String token) {
        var said = shell(key)
                .with("STOCKROOM_CLI_SECRET", secret)
                .with("STOCKROOM_CLI_TOKEN", token)
                .run("doctor", "--call", "--url", server.url(), "--appid", "" + appid, "--json");
        var findings = JsonMapper.shared().readTree(said.out()).path("findings");
        assertThat(findings.findValuesAsString("code"))
                .as("the server's refusal is explained")
                .doesNotContain("ANSWER");
        return findings.path(0);
    }

    private JsonNode diagnose(int merchant) {
        return diagnose(server.appid(merchant), server.secret(merchant), server.token(merchant));
    }

    private static void assertFinding(JsonNode finding, FindingKind fault, String text) {
        assertThat(finding.path("code").asString()).isEqualTo(fault.name());
        assertThat(finding.path("msg").asString()).contains(text);
    }

    /// The server sees a change within a second, or later on a busy machine.
    private static void assertSoon(ThrowingRunnable assertion) {
        await().atMost(Duration.ofSeconds(60)).untilAsserted(assertion);
    }

    @Test
    void namesWhatOnlyThePlatformKnows() {
        var application = "/applications/" + server.appid(0);
        var merchant = "/merchants/" + server.merchant(0);
        var other = server.appid(1);
        assertThat(diagnose(0).isMissingNode()).isTrue();

        assertFinding(
                diagnose(server.appid(0), server.secret(0), server.token(1)),
                FindingKind.TOKEN_OF_OTHER_APPLICATION,
                "issued to application " + other);
        assertFinding(
                diagnose(server.appid(0), server.secret(0), "0".repeat(32)),
                FindingKind.TOKEN_UNKNOWN,
                "was never issued");
        assertFinding(
                diagnose(99_999, server.secret(0), server.token(0)),
                FindingKind.APP_UNKNOWN,
                "99999 is not an application");

        operator().change(application, "{\"suspended\":true}");
        assertSoon(() -> assertFinding(diagnose(0), FindingKind.APP_SUSPENDED, "is suspended"));
        operator().change(application, "{\"suspended\":false}");
        assertSoon(() -> assertThat(diagnose(0).isMissingNode()).isTrue());

        operator().change(merchant, "{\"suspended\":true}");
        assertSoon(() -> assertFinding(diagnose(0), FindingKind.MERCHANT_SUSPENDED, "merchant " + server.merchant(0)));
        operator().change(merchant, "{\"suspended\":false}");
        assertSoon(() -> assertThat(diagnose(0).isMissingNode()).isTrue());

        assertThat(operator().delete("/tokens/" + TokenHash.id(server.token(0))).status())
                .isEqualTo(200);
        assertSoon(() -> assertFinding(diagnose(0), FindingKind.TOKEN_REVOKED, "was revoked at 20"));

        expire(server.token(2));
        assertFinding(diagnose(2), FindingKind.TOKEN_EXPIRED, "expired at 20");
    }

    private void expire(String token) {
        TestDatabase.execute(database, """
                UPDATE access_token SET expires_at = now() - interval '1 minute'
                WHERE encode(token_hash, 'hex') LIKE '%s%%'""".formatted(TokenHash.id(token)));
    }

    @Test
    void saysThatTheKeyIsRefused() {
        var said = shell("wrong").run("doctor", "--header", "appid: 10001");

        assertThat(said.code()).isEqualTo(ExitCode.NOT_ALLOWED);
        assertThat(said.err()).contains("request id");
    }
}
