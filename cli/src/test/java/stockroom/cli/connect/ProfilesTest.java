package stockroom.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.cli.TestShell;
import stockroom.cli.shell.ExitCode;

class ProfilesTest {
    private static final String KEY = "stockroom_" + "0123456789abcdef".repeat(4);
    private static final String CLOSED_PORT = "http://127.0.0.1:1";

    @TempDir
    Path home;

    private Path file;

    @BeforeEach
    void whereItIs() {
        file = home.resolve(".config/stockroom/profiles.properties");
    }

    private TestShell shell() {
        return new TestShell(home);
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void aProfileIsKeptWhereOnlyItsOwnerCanReadIt() throws IOException {
        var outcome = shell().typing(KEY + "\n").run("profile", "set", "north", "--address", "http://127.0.0.1:9080/");

        assertThat(outcome.code()).isZero();
        assertThat(outcome.err()).contains(file.toString());
        assertThat(outcome.out() + outcome.err()).doesNotContain(KEY);
        assertThat(permissions(file)).isEqualTo("rw-------");
        assertThat(permissions(file.resolveSibling("."))).isEqualTo("rwx------");
        assertThat(Files.readString(file)).contains("north.address=http://127.0.0.1:9080\n", "north.key=" + KEY);
    }

    @Test
    void profilesAreListedWithoutTheirKeysAndRemoved() {
        shell().typing(KEY).run("profile", "set", "north", "--address", "http://127.0.0.1:9080");
        shell().typing(KEY).run("profile", "set", "south", "--address", "https://south.example");

        assertThat(shell().run("profile", "list").out().lines())
                .containsExactly(
                        "NAME   ADDRESS                KEY",
                        "north  http://127.0.0.1:9080  yes",
                        "south  https://south.example  yes");
        assertThat(shell().run("profile", "list", "--json").out()).isEqualTo("""
                        [{"name":"north","address":"http://127.0.0.1:9080","hasKey":true},
                        {"name":"south","address":"https://south.example","hasKey":true}]
                        """);
        assertThat(shell().run("profile", "remove", "north").code()).isZero();
        assertThat(shell().run("profile", "list").out()).doesNotContain("north").contains("south");
        assertThat(shell().run("profile", "remove", "north").code()).isEqualTo(ExitCode.NOT_FOUND);
    }

    @Test
    void aFileOthersCanReadIsRefusedWithTheCommandThatMendsIt() throws IOException {
        shell().typing(KEY).run("profile", "set", "default", "--address", CLOSED_PORT);
        for (var open : new String[] {"rw-r-----", "rw----r--", "rw--w----"}) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(open));

            var outcome = shell().run("merchant", "list");

            assertThat(outcome.code()).isEqualTo(ExitCode.NOT_ALLOWED);
            assertThat(outcome.err())
                    .contains("chmod 600 " + file)
                    .contains(open)
                    .doesNotContain(KEY);
        }
        assertThat(shell().run("profile", "list").code()).isEqualTo(ExitCode.NOT_ALLOWED);
    }

    @Test
    void theEnvironmentNamesAnotherFile() {
        var other = home.resolve("other.properties");
        shell().with("STOCKROOM_CLI_PROFILES", other.toString())
                .typing(KEY)
                .run("profile", "set", "north", "--address", CLOSED_PORT);

        assertThat(other).exists();
        assertThat(file).doesNotExist();
    }

    @Test
    void theConfigurationFolderOfTheDesktopIsHonoured() {
        shell().with("XDG_CONFIG_HOME", home.resolve("xdg").toString())
                .typing(KEY)
                .run("profile", "set", "north", "--address", CLOSED_PORT);

        assertThat(home.resolve("xdg/stockroom/profiles.properties")).exists();
    }

    @Test
    void theOptionComesBeforeTheEnvironmentAndTheEnvironmentBeforeTheFile() {
        shell().typing(KEY).run("profile", "set", "default", "--address", "http://127.0.0.1:2");
        shell().typing(KEY).run("profile", "set", "north", "--address", "http://127.0.0.1:3");
        var settings =
                shell().with("STOCKROOM_CLI_ADDRESS", "http://127.0.0.1:4").with("STOCKROOM_CLI_KEY", KEY);

        assertThat(addressOf(shell())).isEqualTo("http://127.0.0.1:2");
        assertThat(addressOf(shell().with("STOCKROOM_CLI_PROFILE", "north"))).isEqualTo("http://127.0.0.1:3");
        assertThat(addressOf(settings)).isEqualTo("http://127.0.0.1:4");
        assertThat(addressOf(settings, "--profile", "north")).isEqualTo("http://127.0.0.1:3");
    }

    @Test
    void aProfilesKeyIsNotSentToAnotherAddress() {
        shell().typing(KEY).run("profile", "set", "default", "--address", "http://127.0.0.1:2");

        var elsewhere =
                shell().with("STOCKROOM_CLI_ADDRESS", "http://127.0.0.1:4").run("merchant", "suspend", "1");

        assertThat(elsewhere.code()).isEqualTo(ExitCode.NOT_ALLOWED);
        assertThat(elsewhere.err())
                .contains("http://127.0.0.1:4", "http://127.0.0.1:2", "STOCKROOM_CLI_KEY")
                .doesNotContain(KEY);
        assertThat(addressOf(shell().with("STOCKROOM_CLI_ADDRESS", "http://127.0.0.1:2/")))
                .isEqualTo("http://127.0.0.1:2");
    }

    /// Uses a command that is not retried, so that the test is quick.
    private static String addressOf(TestShell shell, String... more) {
        var arguments = new java.util.ArrayList<>(java.util.List.of("merchant", "suspend", "1"));
        arguments.addAll(java.util.List.of(more));
        var outcome = shell.run(arguments.toArray(String[]::new));
        assertThat(outcome.code()).isEqualTo(ExitCode.UNREACHABLE);
        return outcome.err().replaceAll("(?s)^stockroom: (\\S+) .*", "$1");
    }

    @Test
    void severalProfilesWithoutADefaultAreAskedAbout() {
        shell().typing(KEY).run("profile", "set", "north", "--address", CLOSED_PORT);
        shell().typing(KEY).run("profile", "set", "south", "--address", CLOSED_PORT);

        var outcome = shell().run("merchant", "list");

        assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
        assertThat(outcome.err()).contains("--profile", "north", "south");
    }

    @Test
    void withoutAKeyTheFirstStepsAreTold() {
        var outcome = shell().run("merchant", "list");

        assertThat(outcome.code()).isEqualTo(ExitCode.NOT_ALLOWED);
        assertThat(outcome.err()).contains("create-operator-key", "profile set");
    }

    @Test
    void aKeyThatCannotBeOneIsRefusedAndNotRepeated() {
        for (var bad : new String[] {"", "top secret", "gehéim"}) {
            var outcome = shell().typing(bad).run("profile", "set", "north", "--address", CLOSED_PORT);

            assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
            assertThat(outcome.err()).contains("key").doesNotContain("top secret", "gehéim");
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void anAddressThatIsNoneIsRefusedWithAnExample() {
        for (var bad : new String[] {"127.0.0.1:9080", "ftp://host", "http://", "http://a b", "http://u:p@host"}) {
            var outcome = shell().typing(KEY).run("profile", "set", "north", "--address", bad);

            assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
            assertThat(outcome.err()).contains("http://127.0.0.1:9080");
        }
    }

    @Test
    void aKeySentOverAnOpenNetworkIsWarnedAbout() {
        assertThat(shell().typing(KEY)
                        .run("profile", "set", "a", "--address", "http://0.0.0.0:1")
                        .err())
                .contains("https://");
        assertThat(shell().typing(KEY)
                        .run("profile", "set", "b", "--address", "http://localhost:9080")
                        .err())
                .doesNotContain("https://");
    }
}
