package stockroom.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import stockroom.auth.Sign;
import stockroom.config.Secret;
import tools.jackson.databind.json.JsonMapper;

class SignCommandTest {
    private static final String SECRET = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
    private static final String TOKEN = "a1b2c3d4e5f60718293a4b5c6d7e8f90";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int sign(Map<String, String> environment, String input, String... arguments) {
        var asked = new Asked(environment, null, new BufferedReader(new StringReader(input)));
        return new CommandLine(new SignCommand(asked))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    @Test
    void signsAsTheServerDoes() {
        int exitCode = sign(
                Map.of("STOCKROOM_CLI_SECRET", SECRET, "STOCKROOM_CLI_TOKEN", TOKEN),
                "",
                "--appid",
                "10001",
                "--timestamp",
                "1763000000");

        var sign = Sign.of(new Secret(SECRET), 1_763_000_000);
        assertThat(out.toString()).isEqualTo("""
                appid: 10001
                timestamp: 1763000000
                sign: %1$s
                accesstoken: %2$s

                curl -sS 'http://127.0.0.1:8080/Stock/Product' -H 'appid: 10001' -H 'timestamp: 1763000000' \
                -H 'sign: %1$s' -H 'accesstoken: %2$s' -d 'page=1'
                """.formatted(sign, TOKEN));
        assertThat(err.toString()).isEmpty();
        assertThat(exitCode).isZero();
    }

    @Test
    void readsSecretAndTokenFromStandardInputAndQuotesForTheShell() {
        sign(
                Map.of(),
                SECRET + "\n" + TOKEN + "\n",
                "--appid",
                "7",
                "--json",
                "--data",
                "[\"it's\"]",
                "--path",
                "/Stock/Creat");

        var printed = JsonMapper.shared().readTree(out.toString());
        assertThat(printed.path("headers").path("accesstoken").asString()).isEqualTo(TOKEN);
        assertThat(printed.path("curl").asString()).endsWith("-H 'Content-Type: application/json' -d '[\"it'\\''s\"]'");
        assertThat(out.toString()).doesNotContain(SECRET);
    }

    @Test
    void leavesTheTokenOutWhenThereIsNoneAndSaysSo() {
        sign(Map.of(), SECRET + "\n", "--appid", "7");

        assertThat(out.toString()).contains("sign: ").doesNotContain("accesstoken");
        assertThat(err.toString()).contains("no access token");
    }
}
