package stockroom.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import stockroom.cli.TestShell;
import stockroom.cli.shell.Secret;
import stockroom.cli.shell.Shell;
import stockroom.testing.servers.DemoProcess;
import tools.jackson.databind.json.JsonMapper;

/// The real server refuses a call, and doctor must find the same reason.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class DoctorOnTheServerTest {
    private Path directory;
    private DemoProcess server;

    @BeforeAll
    void start(@TempDir Path fresh) throws Exception {
        directory = fresh;
        server = new DemoProcess(directory, Map.of());
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private SequencedMap<String, String> rightHeaders() {
        return new LinkedHashMap<>(SignedCall.of(
                        "", "", "", server.appid(0), now(), new Secret(server.secret(0)), new Secret(server.token(0)))
                .headers());
    }

    private static long now() {
        return Instant.now().getEpochSecond();
    }

    private Map<String, Consumer<Map<String, String>>> faults() {
        var secret = server.secret(0);
        Map<String, Consumer<Map<String, String>>> faults = new TreeMap<>();
        faults.put("HEADER_MISSING", headers -> headers.remove("accesstoken"));
        faults.put("TIMESTAMP_NOT_DIGITS", headers -> headers.put("timestamp", "now"));
        faults.put("TIMESTAMP_MILLISECONDS", headers -> headers.merge("timestamp", "000", String::concat));
        faults.put("TIMESTAMP_BEHIND", headers -> stamp(headers, now() - 900));
        faults.put("TIMESTAMP_AHEAD", headers -> stamp(headers, now() + 3_600));
        faults.put(
                "SIGN_LOWER_CASE",
                headers -> headers.computeIfPresent("sign", (_, sign) -> sign.toLowerCase(Locale.ROOT)));
        faults.put(
                "SIGN_16_CHARACTERS", headers -> headers.computeIfPresent("sign", (_, sign) -> sign.substring(8, 24)));
        faults.put(
                "SIGN_AND_TOKEN_SWAPPED",
                headers -> headers.put("sign", String.valueOf(headers.put("accesstoken", headers.get("sign")))));
        faults.put("APPID_NOT_DIGITS", headers -> headers.put("appid", "demo"));
        faults.put(
                "SECRET_SPACE", headers -> headers.put("sign", Digests.md5(secret + " " + headers.get("timestamp"))));
        faults.put("ORDER_REVERSED", headers -> headers.put("sign", Digests.md5(headers.get("timestamp") + secret)));
        faults.put("SIGNED_OTHER_TIMESTAMP", headers -> headers.put("sign", Digests.md5(secret + (now() - 30))));
        faults.put(
                "SIGN_MISMATCH",
                headers -> headers.put("sign", Digests.md5(server.secret(1) + headers.get("timestamp"))));
        faults.put("TOKEN_IS_SECRET", headers -> headers.put("accesstoken", secret));
        faults.put(
                "TOKEN_UPPER_CASE",
                headers -> headers.computeIfPresent("accesstoken", (_, token) -> token.toUpperCase(Locale.ROOT)));
        faults.put("TOKEN_WRONG_LENGTH", headers -> headers.merge("accesstoken", "0", String::concat));
        return faults;
    }

    private void stamp(Map<String, String> headers, long timestamp) {
        headers.put("timestamp", Long.toString(timestamp));
        headers.put("sign", Digests.md5(server.secret(0) + timestamp));
    }

    @Test
    void namesTheFaultTheServerRefuses() throws Exception {
        for (var fault : faults().entrySet()) {
            var headers = rightHeaders();
            fault.getValue().accept(headers);
            var answer = new SignedCall(server.url(), "/Stock/Product", "page=1", headers).send();
            var lines = new StringBuilder();
            headers.forEach((name, value) ->
                    lines.append(name).append(": ").append(value).append('\n'));
            var file = Files.writeString(directory.resolve("headers"), lines);

            var said = doctor(
                    Map.of("STOCKROOM_CLI_SECRET", server.secret(0)),
                    InstantSource.system(),
                    "--headers",
                    file.toString(),
                    "--json",
                    "--url",
                    server.url());

            var first = JsonMapper.shared().readTree(said.out).path("findings").path(0);
            assertThat(first.path("code").asString()).isEqualTo(fault.getKey());
            assertThat(first.path("serverCode").asString())
                    .isEqualTo(answer.text("code"))
                    .isNotEmpty();
            assertThat(said.exitCode).isEqualTo(1);
        }
    }

    @Test
    void findsNothingWrongWithACallTheServerAnswers() {
        var said = doctor(
                credentials(0),
                InstantSource.system(),
                "--call",
                "--url",
                server.url(),
                "--appid",
                "" + server.appid(0));

        assertThat(said.out).startsWith("Nothing wrong was found.");
        assertThat(said.exitCode).isZero();
    }

    @Test
    void measuresTheClockOfThisMachineAgainstTheServers() {
        var slow = InstantSource.offset(InstantSource.system(), Duration.ofSeconds(-700));

        var said = doctor(credentials(0), slow, "--call", "--url", server.url(), "--appid", "" + server.appid(0));

        assertThat(said.out)
                .startsWith("TIMESTAMP_BEHIND")
                .containsPattern("is (699|7[0-5][0-9]) seconds behind the server's");
        assertThat(said.exitCode).isEqualTo(1);
    }

    @Test
    void tellsTheServersAnswerWhereNoHeaderExplainsIt() {
        // only the platform knows that merchant 1's token belongs to another application
        var environment = Map.of(
                "STOCKROOM_CLI_SECRET", server.secret(0),
                "STOCKROOM_CLI_TOKEN", server.token(1));

        var said = doctor(
                environment, InstantSource.system(), "--call", "--url", server.url(), "--appid", "" + server.appid(0));

        assertThat(said.out)
                .startsWith("ANSWER")
                .contains("HTTP 400 TOKEN_INVALID", "needs an operator's key")
                .doesNotContain(server.token(1), server.secret(0));
    }

    @Test
    void theCurlOfSignWorksAsItStands() throws Exception {
        var signed = new TestShell(directory)
                .with("STOCKROOM_CLI_SECRET", server.secret(0))
                .with("STOCKROOM_CLI_TOKEN", server.token(0))
                .run("sign", "--appid", "" + server.appid(0), "--url", server.url());

        var curl = signed.out()
                .lines()
                .filter(line -> line.startsWith("curl "))
                .findFirst()
                .orElseThrow();
        var process =
                new ProcessBuilder("sh", "-c", curl).redirectErrorStream(true).start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("{\"success\":true");
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    private Map<String, String> credentials(int merchant) {
        return Map.of(
                "STOCKROOM_CLI_SECRET", server.secret(merchant),
                "STOCKROOM_CLI_TOKEN", server.token(merchant));
    }

    private record Said(int exitCode, String out) {}

    private Said doctor(Map<String, String> environment, InstantSource clock, String... arguments) {
        var out = new ByteArrayOutputStream();
        var print = new PrintStream(out, true, StandardCharsets.UTF_8);
        var shell = new Shell(
                environment,
                directory,
                new Shell.Streams(InputStream.nullInputStream(), print, print),
                Shell.Terminals.NONE);
        int exitCode = new CommandLine(new DoctorCommand(shell, clock)).execute(arguments);
        return new Said(exitCode, out.toString(StandardCharsets.UTF_8));
    }
}
