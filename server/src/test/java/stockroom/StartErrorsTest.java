package stockroom;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.auth.SecretCipher;
import stockroom.database.DatabaseAddress;
import stockroom.testing.database.BlackHole;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.platform.Platform;
import stockroom.testing.servers.ServerProcess;

@Tag("slow")
class StartErrorsTest {
    private static final String CONNECT_TIMEOUT = "STOCKROOM_DATABASE_CONNECT_TIMEOUT";

    private static String said(int exitCode, Map<String, String> settings, String... arguments) {
        try (var server = new ServerProcess(settings, ServerProcess.SHORT_LIVED, arguments)) {
            assertThat(server.await()).as(server.log()).isEqualTo(exitCode);
            // Java warns about a library; the launcher has an option against it
            return server.log()
                    .lines()
                    .filter(line -> !line.startsWith("WARNING: "))
                    .collect(Collectors.joining("\n"));
        }
    }

    private static Map<String, String> settings(DatabaseAddress database, String... others) {
        var settings = new HashMap<>(Map.of(
                "STOCKROOM_DATABASE_URL", database.url(),
                "STOCKROOM_DATABASE_USER", database.user(),
                "STOCKROOM_AUTH_KEYSET_FILE", Platform.shared().environment().get("STOCKROOM_AUTH_KEYSET_FILE")));
        for (int i = 0; i < others.length; i += 2) {
            settings.put(others[i], others[i + 1]);
        }
        return settings;
    }

    @Test
    void aTakenPortIsNamedWithTheSettingThatChangesItBeforeTheDatabaseIsMigrated() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var port = Integer.toString(taken.getLocalPort());

            var empty = TestDatabase.fresh();

            assertThat(said(1, settings(empty, "STOCKROOM_ADMIN_PORT", port))
                            .lines()
                            .filter(line -> !line.startsWith("{")))
                    .containsExactly(
                            "stockroom-server: cannot listen on 127.0.0.1:%s: Address already in use".formatted(port)
                                    + " (see admin.port and admin.address in docs/settings.md)");
            assertThat(TestDatabase.query(empty, "SELECT to_regclass('flyway_schema_history')"))
                    .as("a table of a migration")
                    .isEqualTo("null");
        }
    }

    @Test
    void allFaultsOfTheSettingsAreSaidAtOnce() {
        var said = said(
                2,
                Map.of(
                        "STOCKROOM_DATABASE_URL", "postgres://me:hidden@db/stockroom",
                        "STOCKROOM_DATABASE_POOLSIZE", "8",
                        "STOCKROOM_DRAIN_TIME", "20",
                        "STOCKROOM_QUARK", "1"));

        assertThat(said.lines())
                .containsExactly(
                        "stockroom-server: drain-time: 20 (expected: from 0s to 1h, a number with ms, s, m or h)",
                        "stockroom-server: database.url: begins with postgres:// (expected:"
                                + " jdbc:postgresql://HOST:PORT/NAME, the user in database.user, and the password in"
                                + " database.password)",
                        "stockroom-server: unknown setting STOCKROOM_DATABASE_POOLSIZE"
                                + " (did you mean STOCKROOM_DATABASE_POOL_SIZE?)",
                        "stockroom-server: unknown setting STOCKROOM_QUARK (docs/settings.md lists the names)");
    }

    @Test
    void whatHasNoDefaultIsAskedForAtOnce() {
        assertThat(said(2, Map.of()).lines())
                .satisfiesExactly(
                        line -> assertThat(line).contains("database.url: not set", "stockroom-server demo"),
                        line -> assertThat(line).contains("auth.keyset-file: not set", "create-keyset"));
    }

    @Test
    void aKeysetIsNeitherMissedNorOverwrittenSilently(@TempDir Path folder) {
        var file = folder.resolve("keyset.json").toString();

        assertThat(said(2, settings(TestDatabase.fresh(), "STOCKROOM_AUTH_KEYSET_FILE", file)))
                .isEqualTo(
                        "stockroom-server: auth.keyset-file: there is no file %1$s"
                                + " (make it with: stockroom-server create-keyset %1$s)",
                        file);
        assertThat(said(0, Map.of(), "create-keyset", file)).isEmpty();
        assertThat(said(2, Map.of(), "create-keyset", file))
                .startsWith("stockroom-server: %s: exists already (a keyset is not overwritten".formatted(file))
                .hasLineCount(1);
    }

    @Test
    void aDatabaseThatDoesNotExistIsNamed() {
        var address = TestDatabase.fresh();
        var other = new DatabaseAddress(
                address.url().replaceFirst("/test_[0-9_]+", "/nowhere"), address.user(), address.password());

        assertThat(said(1, settings(other), "migrate"))
                .startsWith("stockroom-server: database " + other)
                .endsWith("FATAL: database \"nowhere\" does not exist"
                        + " (create the database, or name another one in database.url)")
                .hasLineCount(1);
    }

    @Test
    void aDatabaseThatStartsAfterTheServerIsWaitedFor() {
        try (var database = new BlackHole(TestDatabase.migrated())) {
            database.swallow();
            try (var server = new ServerProcess(settings(database.address(), CONNECT_TIMEOUT, "1s"))) {
                await().atMost(60, SECONDS)
                        .untilAsserted(() ->
                                assertThat(server.log()).contains("the database does not answer: trying for 30 s"));
                database.repair();

                assertThat(server.baseUrl()).startsWith("http");
            }
        }
    }

    @Test
    void aCommandWaitsForADatabaseThatStartsAfterItAndSaysSo() {
        try (var database = new BlackHole(TestDatabase.migrated())) {
            database.swallow();
            var settings = settings(database.address(), CONNECT_TIMEOUT, "1s");
            try (var command = new ServerProcess(settings, ServerProcess.SHORT_LIVED, "create-operator-key", "me")) {
                await().atMost(60, SECONDS)
                        .untilAsserted(() -> assertThat(command.log().lines())
                                .anyMatch(line -> line.startsWith(
                                        "stockroom-server: the database does not answer: trying for 30 s (jdbc:")));
                database.repair();

                assertThat(command.await()).as(command.log()).isZero();
                assertThat(command.log()).contains("Operator key");
            }
        }
    }

    @Test
    void aRoleThatServesAndMayNotLogInIsFoundAtTheStart() {
        var address = TestDatabase.migrated();
        var nobody = new DatabaseAddress(address.url(), "nobody_of_this_name", "");

        assertThat(said(1, settings(nobody, "STOCKROOM_DATABASE_MIGRATE", "false"))
                        .lines()
                        .filter(line -> !line.startsWith("{")))
                .containsExactly("stockroom-server: database " + nobody
                        + ", user nobody_of_this_name: FATAL: role \"nobody_of_this_name\" does not exist"
                        + " (see database.user and database.password)");
    }

    @Test
    void aKeysetThatDoesNotOpenTheSecretsIsSaidInTheLog(@TempDir Path folder) throws IOException {
        var other = folder.resolve("keyset.json");
        SecretCipher.createKeyset(other);
        Platform.shared().merchant();
        var settings = settings(Platform.shared().address(), "STOCKROOM_AUTH_KEYSET_FILE", other.toString());

        try (var server = new ServerProcess(settings)) {
            server.baseUrl();

            await().atMost(30, SECONDS)
                    .untilAsserted(() -> assertThat(server.log())
                            .contains("not ready: the keyset does not open the secrets in the database"
                                    + " (auth.keyset-file: expected the one they were encrypted with)"));
        }
    }

    @Test
    void helpAndVersionAreAnswers() {
        assertThat(said(0, Map.of(), "--help"))
                .startsWith("Usage: stockroom-server")
                .contains("create-keyset");
        assertThat(said(0, Map.of(), "create-keyset", "--help")).contains("create-keyset [-h] FILE");
        assertThat(said(0, Map.of(), "--version"))
                .startsWith("stockroom-server ")
                .hasLineCount(1);
    }

    @Test
    void aMistypedCommandIsAnsweredWithTheOneThatIsMeant() {
        assertThat(said(2, Map.of(), "creat-keyset", "file").lines())
                .containsExactly(
                        "stockroom-server: creat-keyset: unknown command",
                        "Did you mean: stockroom-server create-keyset",
                        "See: stockroom-server --help");
    }
}
