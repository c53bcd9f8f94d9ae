package stockroom.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.auth.Sign;
import stockroom.cli.TestShell;
import stockroom.cli.shell.ExitCode;
import stockroom.config.Secret;
import tools.jackson.databind.json.JsonMapper;

class SignCommandTest {
    private static final String SECRET = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
    private static final String TOKEN = "a1b2c3d4e5f60718293a4b5c6d7e8f90";

    @TempDir
    Path home;

    private static TestShell.Outcome sign(TestShell shell, String... arguments) {
        return shell.run(
                Stream.concat(Stream.of("sign"), Arrays.stream(arguments)).toArray(String[]::new));
    }

    @Test
    void signsAsTheServerDoes() {
        var said = sign(
                new TestShell(home).with("STOCKROOM_CLI_SECRET", SECRET).with("STOCKROOM_CLI_TOKEN", TOKEN),
                "--appid",
                "10001",
                "--timestamp",
                "1763000000");

        var sign = Sign.of(new Secret(SECRET), 1_763_000_000);
        assertThat(said.out()).isEqualTo("""
                appid: 10001
                timestamp: 1763000000
                sign: %1$s
                accesstoken: %2$s

                curl -sS 'http://127.0.0.1:8080/Stock/Product' -H 'appid: 10001' -H 'timestamp: 1763000000' \
                -H 'sign: %1$s' -H 'accesstoken: %2$s' -d 'page=1'
                """.formatted(sign, TOKEN));
        assertThat(said.err()).isEmpty();
        assertThat(said.code()).isZero();
    }

    @Test
    void readsSecretAndTokenFromStandardInputAndQuotesForTheShell() {
        var said = sign(
                new TestShell(home).typing(SECRET + "\r\n" + TOKEN + "\n"),
                "--appid",
                "7",
                "--json",
                "--data",
                "[\"it's\"]",
                "--path",
                "/Stock/Creat");

        var printed = JsonMapper.shared().readTree(said.out());
        assertThat(printed.path("headers").path("accesstoken").asString()).isEqualTo(TOKEN);
        assertThat(printed.path("curl").asString()).endsWith("-H 'Content-Type: application/json' -d '[\"it'\\''s\"]'");
        assertThat(said.out()).doesNotContain(SECRET);
    }

    @Test
    void leavesTheTokenOutWhenThereIsNoneAndSaysSo() {
        var said = sign(new TestShell(home).typing(SECRET + "\n"), "--appid", "7");

        assertThat(said.out()).contains("sign: ").doesNotContain("accesstoken");
        assertThat(said.err()).contains("no access token");
    }

    @Test
    void aSpaceAtTheEndOfASecretIsSignedAndToldOf() {
        var said = sign(new TestShell(home).typing(SECRET + " \n"), "--appid", "7", "--timestamp", "1763000000");

        assertThat(said.out()).contains(Digests.md5(SECRET + " 1763000000"));
        assertThat(said.err()).contains("space");
    }

    @Test
    void whatCannotBeCalledIsNotSigned() {
        var shell = new TestShell(home).with("STOCKROOM_CLI_SECRET", SECRET).with("STOCKROOM_CLI_TOKEN", TOKEN);

        var noUrl = sign(shell, "--appid", "7", "--url", "127.0.0.1:8080");
        var noPath = sign(shell, "--appid", "7", "--path", "Stock/List");

        assertThat(noUrl.code()).isEqualTo(ExitCode.USAGE);
        assertThat(noUrl.err()).startsWith("stockroom: --url: 127.0.0.1:8080 (expected: ");
        assertThat(noPath.code()).isEqualTo(ExitCode.USAGE);
        assertThat(noPath.err()).startsWith("stockroom: --path: Stock/List (expected: ");
        assertThat(noUrl.out() + noPath.out()).isEmpty();
    }

    @Test
    void withoutASecretItSaysWhereOneIsExpected() {
        var said = sign(new TestShell(home), "--appid", "7");

        assertThat(said.code()).isEqualTo(ExitCode.USAGE);
        assertThat(said.err()).isEqualTo("""
                stockroom: no secret (expected: in STOCKROOM_CLI_SECRET, typed, or a line of standard input)
                """);
    }
}
