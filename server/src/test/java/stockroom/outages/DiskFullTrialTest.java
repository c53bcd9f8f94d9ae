package stockroom.outages;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.demo.EmbeddedDatabase;
import stockroom.testing.database.PostgresProcess;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.platform.Platform;
import stockroom.testing.servers.ServerProcess;

/// PostgreSQL's disk fills up and is freed again: writes get 503, no acknowledged write is lost, and the server
/// recovers by itself. `make trial NAME=ha` runs it on a small disk.
@Tag("ha")
class DiskFullTrialTest {
    /// This file is on the disk with PostgreSQL's data.
    private static final Path FILLING = Path.of(System.getProperty("java.io.tmpdir"), "filling");

    private static final Duration FULL = Duration.ofSeconds(20);
    private static final Duration MAX_RECOVERY = Duration.ofSeconds(60);

    private final EmbeddedDatabase database = new EmbeddedDatabase();
    private final PostgresProcess postgres = new PostgresProcess(database.address());
    private final Platform platform = durablePlatform();
    private final ServerProcess server = new ServerProcess(platform.environment());

    /// The embedded PostgreSQL acknowledges before it writes unless this is set.
    private Platform durablePlatform() {
        TestDatabase.execute(database.address(), "ALTER DATABASE postgres SET synchronous_commit = on");
        return Platform.on(database.address(), Map.of());
    }

    @AfterEach
    void stop() throws IOException {
        Files.deleteIfExists(FILLING);
        server.close();
        platform.close();
        database.close();
    }

    /// Tables cannot grow: PostgreSQL refuses statements but keeps running.
    @Test
    void noSpaceForTables() throws Exception {
        try (var traffic = new RecordedTraffic(platform, server.baseUrl())) {
            traffic.awaitServedSince(System.nanoTime());
            fill();
            traffic.awaitFailure("503");
            Thread.sleep(FULL);
            assertThat(postgres.isAlive()).isTrue();

            Files.delete(FILLING);

            report("disk-full-tables", traffic, System.nanoTime());
        }
    }

    /// The log is kept for a lost standby, so PostgreSQL ends. An operator frees the disk and starts it.
    @Test
    void noSpaceForTheLog() throws Exception {
        TestDatabase.query(database.address(), "SELECT pg_create_physical_replication_slot('gone', true)");
        try (var traffic = new RecordedTraffic(platform, server.baseUrl())) {
            traffic.awaitServedSince(System.nanoTime());
            fill();
            await().atMost(60, SECONDS).until(() -> {
                goToTheNextFileOfTheLog();
                return !postgres.isAlive();
            });
            traffic.awaitFailure("503");
            Thread.sleep(FULL);

            Files.delete(FILLING);
            long freed = System.nanoTime();
            postgres.start();

            report("disk-full-log", traffic, freed);
        }
    }

    private void report(String name, RecordedTraffic traffic, long freed) throws Exception {
        traffic.awaitServedSince(freed);
        await().atMost(MAX_RECOVERY)
                .until(() ->
                        SimpleHttp.get(server.healthUrl() + "/health/ready").status() == 200);
        traffic.endAndReport(name, Duration.ofNanos(System.nanoTime() - freed), MAX_RECOVERY);
    }

    private static void fill() throws IOException {
        var block = new byte[64 * 1024];
        try (var file = Files.newOutputStream(FILLING)) {
            while (true) {
                file.write(block);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    private void goToTheNextFileOfTheLog() {
        try {
            TestDatabase.query(database.address(), "SELECT pg_logical_emit_message(true, '', 'x'), pg_switch_wal()");
        } catch (IllegalStateException e) {
            // PostgreSQL has just ended or is about to
            assertThat(e).hasCauseInstanceOf(SQLException.class);
        }
    }
}
