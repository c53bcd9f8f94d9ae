package stockroom.database.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.platform.Platform;
import stockroom.testing.servers.NextBuild;

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
                    new Retries(Duration.ZERO, _ -> {}),
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
            // the migration blocks for half a second at a time, so callers are not refused
            assertThat(longest).isLessThan(Duration.ofSeconds(20));

            reader.rollback();
            migration.get();
            assertThat(platform.query("SELECT count(*) FROM product WHERE note IS NULL"))
                    .isEqualTo("1");
            merchant.withStock(product, "red", 38, 1);
        }
    }
}
