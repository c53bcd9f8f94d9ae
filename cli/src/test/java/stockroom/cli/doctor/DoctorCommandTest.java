package stockroom.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.cli.TestShell;

/// Tests the headers alone, without a server.
class DoctorCommandTest {
    private static final String SECRET = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";

    private final long now = Instant.now().getEpochSecond();
    private TestShell shell;

    @BeforeEach
    void prepare(@TempDir Path home) {
        shell = new TestShell(home);
    }

    private TestShell.Outcome doctor(String... more) {
        var arguments = new ArrayList<>(List.of(
                "doctor",
                "--header",
                "appid: 10001",
                "--header",
                "timestamp: " + now,
                "--header",
                "sign: " + Digests.md5(now + SECRET),
                "--header",
                "accesstoken: a1b2c3d4e5f60718293a4b5c6d7e8f90"));
        arguments.addAll(List.of(more));
        return shell.run(arguments.toArray(String[]::new));
    }

    @Test
    void aSecretInTheEnvironmentIsUsedWithoutBeingAskedFor() {
        shell.with("STOCKROOM_CLI_SECRET", SECRET);

        assertThat(doctor().out())
                .startsWith("ORDER_REVERSED")
                .contains("  - whether the sign fits the secret\n")
                .doesNotContain(SECRET);
        assertThat(doctor("--with-secret").out()).isEqualTo(doctor().out());
    }

    @Test
    void withoutASecretItSaysHowToGiveOne() {
        assertThat(doctor().out())
                .startsWith("Nothing wrong was found.")
                .contains("whether the sign fits the secret (needs STOCKROOM_CLI_SECRET or --with-secret)");
        shell.with("STOCKROOM_CLI_SECRET", "");
        assertThat(doctor().out()).startsWith("Nothing wrong was found.");
    }
}
