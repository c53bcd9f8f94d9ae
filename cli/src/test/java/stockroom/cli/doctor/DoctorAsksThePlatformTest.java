package stockroom.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import stockroom.cli.TestShell;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.TokenHash;
import stockroom.database.EmbeddedDatabase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// With an operator's key: the real server's two interfaces must tell one story.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DoctorAsksThePlatformTest {
    private EmbeddedDatabase database;
    private DemoProcess server;
    private String key;
    private Path home;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        home = directory;
        database = new EmbeddedDatabase();
        var settings = Map.of(
                "STOCKROOM_DATABASE_URL", database.address().url(),
                "STOCKROOM_DATABASE_USER", database.address().user());
        server = new DemoProcess(directory, settings);
        key = operatorKey(settings);
    }

    private static String operatorKey(Map<String, String> settings) throws Exception {
        var builder = new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "-Dlogback.configurationFile=logback.xml",
                "stockroom.Main",
                "create-operator-key",
                "doctor");
        builder.environment().putAll(settings);
        var process = builder.redirectError(Redirect.DISCARD).start();
        return new String(process.getInputStream().readAllBytes(), UTF_8)
                .lines()
                .reduce((_, last) -> last)
                .orElseThrow();
    }

    @AfterAll
    void stop() {
        server.close();
        database.close();
    }

    private void change(String method, String path, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(server.adminUrl() + "/admin/v1/" + path))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body));
        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(request.build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        }
        // a change is seen within a second
        Thread.sleep(1_000);
    }

    private TestShell shell(String operatorKey) {
        return new TestShell(home)
                .with("STOCKROOM_CLI_ADDRESS", server.adminUrl())
                .with("STOCKROOM_CLI_KEY", operatorKey);
    }

    /// Calls as merchant 0's application with this token, and answers the first finding.
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

    @Test
    void namesWhatOnlyThePlatformKnows() throws Exception {
        var application = "applications/" + server.appid(0);
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

        change("PATCH", application, "{\"suspended\":true}");
        assertFinding(diagnose(0), FindingKind.APP_SUSPENDED, "is suspended");
        change("PATCH", application, "{\"suspended\":false}");

        change("PATCH", "merchants/" + server.merchant(0), "{\"suspended\":true}");
        assertFinding(diagnose(0), FindingKind.MERCHANT_SUSPENDED, "merchant " + server.merchant(0));
        change("PATCH", "merchants/" + server.merchant(0), "{\"suspended\":false}");
        assertThat(diagnose(0).isMissingNode()).isTrue();

        change("DELETE", "tokens/" + TokenHash.id(server.token(0)), "");
        assertFinding(diagnose(0), FindingKind.TOKEN_REVOKED, "was revoked at 20");

        expire(server.token(2));
        assertFinding(diagnose(2), FindingKind.TOKEN_EXPIRED, "expired at 20");
    }

    private void expire(String token) throws Exception {
        try (var connection = DriverManager.getConnection(
                        database.address().url(), database.address().user(), "");
                var statement = connection.prepareStatement("""
                        UPDATE access_token SET expires_at = now() - interval '1 minute'
                        WHERE encode(token_hash, 'hex') LIKE ? || '%'""")) {
            statement.setString(1, TokenHash.id(token));
            assertThat(statement.executeUpdate()).isOne();
        }
    }

    @Test
    void saysThatTheKeyIsRefused() {
        var said = shell("wrong").run("doctor", "--header", "appid: 10001");

        assertThat(said.code()).isEqualTo(ExitCode.NOT_ALLOWED);
        assertThat(said.err()).contains("request id");
    }
}
