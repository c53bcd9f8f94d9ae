package stockroom.database.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.database.DatabaseAddress;
import stockroom.testing.database.BlackHole;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.platform.Platform;
import stockroom.testing.servers.NextBuild;

/// A migration under which others go on.
@Tag("slow")
class MigrationsTest {
    @Test
    void aMigrationGivesWayToALongTransactionAndComesBack(@TempDir Path folder) throws Exception {
        try (var platform = Platform.start(Map.of());
                var threads = Executors.newVirtualThreadPerTaskExecutor();
                var reader = DriverManager.getConnection(
                        platform.address().url(), platform.address().user(), "")) {
            var merchant = platform.merchant();
            int product = merchant.product();
            NextBuild.writeMigrations(folder);
            reader.setAutoCommit(false);
            reader.createStatement().execute("SELECT count(*) FROM product");

            var migration = threads.submit(() -> Migrations.run(
                    TestDatabase.owner(platform.address()),
                    Duration.ZERO,
                    "classpath:db/migration",
                    "filesystem:" + folder));
            await().until(() -> platform.waitingForLocks() > 0);
            var longest = Duration.ZERO;
            for (int i = 0; i < 40; i++) {
                var reply = merchant.productList("page", 1);
                assertThat(reply.success()).isTrue();
                longest = reply.took().compareTo(longest) > 0 ? reply.took() : longest;
                Thread.sleep(50);
            }
            assertThat(migration.isDone()).isFalse();
            // it is in the way for half a second; without an end to that, callers would wait until they are refused
            assertThat(longest).isLessThan(Duration.ofSeconds(20));

            reader.rollback();
            migration.get();
            assertThat(platform.query("SELECT count(*) FROM product WHERE note IS NULL"))
                    .isEqualTo("1");
            merchant.withStock(product, "red", 38, 1);
        }
    }

    /// As when two databases of one cluster are set up at once, since they share its roles.
    @Test
    void aRowOfTheCatalogueThatAnotherHasJustChangedIsTriedAgain() throws Exception {
        var owner = TestDatabase.owner(Platform.shared().address());
        var change = "ALTER FUNCTION read_clocks() COST 100";
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var other = owner.connect()) {
            other.setAutoCommit(false);
            other.createStatement().execute(change);
            var tries = new AtomicInteger();
            var step = threads.submit(() -> Migrations.untilDone(owner, Duration.ZERO, () -> {
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

            Migrations.untilDone(database.address(), Duration.ofMinutes(1), () -> {
                if (tries.incrementAndGet() == 2) {
                    database.repair();
                }
                database.address().connect().close();
            });

            assertThat(tries).hasValueGreaterThanOrEqualTo(2);
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
                .isThrownBy(() -> Migrations.run(nobody, Duration.ofSeconds(1), "classpath:db/migration"))
                .withMessage(
                        "database jdbc:postgresql://127.0.0.1:%d/none, user me: Connection refused (is PostgreSQL"
                                + " running, and database.url right?)",
                        port);
        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(60));
    }
}
