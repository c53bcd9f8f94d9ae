package stockroom.database.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.database.DatabaseAddress;
import stockroom.testing.database.BlackHole;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.platform.Platform;

@Tag("slow")
class RetriesTest {
    /// The only role that needs a password in the tests' PostgreSQL.
    private static final String ROLE = "with_password";

    private static final String ASK_FOR_PASSWORD = "host all %s all scram-sha-256\n".formatted(ROLE);

    private static final Duration LONG = Duration.ofMinutes(1);

    private final List<String> told = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void aRoleHasAPassword() throws IOException {
        var server = Platform.shared().address();
        TestDatabase.execute(server, """
                DO $$BEGIN
                    CREATE ROLE %s LOGIN PASSWORD 'right';
                EXCEPTION WHEN duplicate_object THEN
                    -- an earlier run made it
                END$$
                """.formatted(ROLE));
        var rules = Path.of(TestDatabase.query(server, "SHOW hba_file"));
        var others = Files.readString(rules);
        if (!others.startsWith(ASK_FOR_PASSWORD)) {
            Files.writeString(rules, ASK_FOR_PASSWORD + others);
        }
        var before = TestDatabase.query(server, "SELECT clock_timestamp(), pg_reload_conf()");
        await().until(() -> TestDatabase.query(server, "SELECT pg_conf_load_time() > '%s'".formatted(before))
                .equals("t"));
    }

    private Retries retries(Duration longest) {
        return new Retries(longest, told::add);
    }

    private static DatabaseAddress address(String user, String password, boolean isOwner) {
        return new DatabaseAddress(Platform.shared().address().url(), user, password, isOwner, LONG);
    }

    private void assertRefused(DatabaseAddress address, String why) {
        assertThatExceptionOfType(UnusableDatabaseException.class)
                .isThrownBy(() -> retries(LONG).awaitAnswer(address))
                .withMessage("database %s, user %s: %s", address, address.user(), why);
        assertThat(told).as("tried again").isEmpty();
    }

    @Test
    void theRightPasswordIsTaken() {
        retries(LONG).awaitAnswer(address(ROLE, "right", false));
    }

    @Test
    void anEmptyPasswordIsNamedAtOnce() {
        var why = "The server requested SCRAM-based authentication, but the password is an empty string.";

        assertRefused(address(ROLE, "", false), why + " (set database.password: it is empty)");
        assertRefused(address(ROLE, "", true), why + " (set database.owner-password: it is empty)");
    }

    @Test
    void aWrongPasswordIsNamedAtOnceWithTheSettingsOfItsRole() {
        var why = "FATAL: password authentication failed for user \"with_password\"";

        assertRefused(address(ROLE, "wrong", false), why + " (see database.user and database.password)");
        assertRefused(address(ROLE, "wrong", true), why + " (see database.owner and database.owner-password)");
    }

    @Test
    void aRoleThatDoesNotExistIsNamedAtOnce() {
        var why = "FATAL: role \"nobody_of_this_name\" does not exist";

        assertRefused(
                address("nobody_of_this_name", "", true), why + " (see database.owner and database.owner-password)");
    }

    @Test
    void aRoleThatMayNotMigrateIsToldOfTheOwnerAndNotToGrantItself() {
        var empty = TestDatabase.fresh();
        var serving = new DatabaseAddress(empty.url(), TestDatabase.RUNTIME, "");
        var notTheOwner = new DatabaseAddress(empty.url(), TestDatabase.READ, "", true, LONG);

        assertThatExceptionOfType(UnusableDatabaseException.class)
                .isThrownBy(() -> Migrations.run(serving, TestDatabase.RUNTIME, retries(LONG)))
                .withMessageEndingWith("permission denied for schema public (set database.owner and"
                        + " database.owner-password to the role that owns the database:"
                        + " see docs/install.md#database-roles)");
        assertThatExceptionOfType(UnusableDatabaseException.class)
                .isThrownBy(() -> Migrations.run(notTheOwner, TestDatabase.RUNTIME, retries(LONG)))
                .withMessageEndingWith("permission denied for schema public (the role in database.owner must own the"
                        + " database: see docs/install.md#database-roles)");
    }

    @Test
    void aRoleThatIsToServeAndDoesNotExistIsNamed() {
        var owner = TestDatabase.owner(Platform.shared().address());

        assertThatExceptionOfType(UnusableDatabaseException.class)
                .isThrownBy(() -> Migrations.run(owner, "nobody_of_this_name", retries(LONG)))
                .withMessageEndingWith("role \"nobody_of_this_name\" does not exist"
                        + " (create the role of database.user: see docs/install.md#database-roles)");
    }

    /// Setting up two databases of one cluster at once causes this, because they share its roles.
    @Test
    void aRowOfTheCatalogueThatAnotherHasJustChangedIsTriedAgain() throws Exception {
        var owner = TestDatabase.owner(Platform.shared().address());
        var change = "ALTER FUNCTION read_clocks() COST 100";
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var other = owner.connect()) {
            other.setAutoCommit(false);
            other.createStatement().execute(change);
            var tries = new AtomicInteger();
            var step = threads.submit(() -> retries(Duration.ZERO).untilDone(owner, () -> {
                tries.incrementAndGet();
                try (var connection = owner.connect()) {
                    connection.createStatement().execute(change);
                }
            }));

            await().until(() -> Platform.shared().waitingForLocks() > 0);
            other.commit();
            step.get();
            assertThat(tries).hasValue(2);
        }
    }

    @Test
    void aDatabaseThatIsSilentAtFirstIsTriedAgain() {
        try (var database = new BlackHole(TestDatabase.owner(Platform.shared().address()))) {
            database.swallow();
            var tries = new AtomicInteger();

            retries(LONG).untilDone(database.address(), () -> {
                if (tries.incrementAndGet() == 3) {
                    database.repair();
                }
                database.address().connect().close();
            });

            assertThat(tries).hasValueGreaterThanOrEqualTo(3);
            assertThat(told)
                    .singleElement()
                    .asString()
                    .startsWith("the database does not answer: trying for 60 s (" + database.address() + ": ");
        }
    }

    @Test
    void aDatabaseThatNeverAnswersEndsTheTries() throws IOException {
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        var nobody = new DatabaseAddress("jdbc:postgresql://127.0.0.1:%d/none".formatted(port), "me", "");
        long begun = System.nanoTime();

        assertThatExceptionOfType(UnusableDatabaseException.class)
                .isThrownBy(() -> retries(Duration.ofSeconds(1)).awaitAnswer(nobody))
                .withMessage(
                        "database jdbc:postgresql://127.0.0.1:%d/none, user me: Connection refused (is PostgreSQL"
                                + " running, and database.url right?)",
                        port);
        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(60));
    }
}
