package stockroom.operations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import stockroom.admin.operators.OperatorKeyStore.NewOperatorKey;
import stockroom.admin.operators.Scope;
import stockroom.testing.database.ArchivedPostgres;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.machine.Distribution;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

/// Backs up a filled database, loses it and restores it to a point in time with the commands of docs/backup.md:
///
/// - stock and ledger are as they were at that point,
/// - credentials revoked later are valid again, and the commands listed from the server's log or the audit log alone
///   revoke them,
/// - cursors from before are refused, and other calls get the same responses as before,
/// - the restored database is archived like the first one.
///
/// scripts/test-restore runs it.
class RestoreTrial {
    private static final int ENTRIES = Integer.getInteger("restore.entries", 200_000);
    private static final int MAX_SECONDS = 300;

    private static final String CHECKSUMS = """
            SELECT concat(
                (SELECT concat(count(*), ' entries ',
                               md5(string_agg(e::text, '|' ORDER BY merchant_id, product_id, colour_no, size)))
                 FROM stock_entry e),
                (SELECT concat(', ', count(*), ' pushes ', md5(string_agg(p::text, '|' ORDER BY merchant_id, push)))
                 FROM stock_push p),
                (SELECT concat(', ', count(*), ' changes ',
                               md5(string_agg(c::text, '|' ORDER BY merchant_id, product_id, push)))
                 FROM stock_change c))
            """;

    private final ArchivedPostgres postgres = new ArchivedPostgres();
    private final Platform platform;
    private final Operated operated;

    RestoreTrial() throws IOException {
        TestDatabase.execute(ArchivedPostgres.database("postgres"), "CREATE DATABASE stockroom");
        this.platform = Platform.on(ArchivedPostgres.database("stockroom"), Map.of());
        this.operated = new Operated(platform);
    }

    /// One credential of each kind, and one of each object that can be suspended.
    private record Operated(
            TestMerchant revoked,
            TestMerchant rotated,
            TestMerchant suspended,
            TestMerchant closed,
            NewOperatorKey leaver,
            NewOperatorKey operator) {
        Operated(Platform platform) {
            this(
                    withProduct(platform),
                    withProduct(platform),
                    withProduct(platform),
                    withProduct(platform),
                    platform.operatorKey(Scope.READ, Duration.ofHours(1)),
                    platform.operatorKey(Scope.KEYS, Duration.ofHours(1)));
        }

        List<String> commands() throws Exception {
            var hash = MessageDigest.getInstance("SHA-256")
                    .digest(revoked.token().reveal().getBytes(UTF_8));
            return List.of(
                    "stockroom token revoke " + HexFormat.of().formatHex(hash, 0, 8),
                    "stockroom application add-secret " + rotated.appid(),
                    "stockroom application end-secret %d 1".formatted(rotated.appid()),
                    "stockroom key revoke " + leaver.about().keyId(),
                    "stockroom application suspend " + suspended.appid(),
                    "stockroom merchant suspend " + closed.id().value());
        }

        Map<String, String> at(ServerProcess server) {
            return Map.of(
                    "STOCKROOM_CLI_ADDRESS",
                    server.adminUrl(),
                    "STOCKROOM_CLI_KEY",
                    operator.key().reveal());
        }

        long alive(ServerProcess server) {
            return Stream.of(revoked, rotated, suspended, closed)
                            .filter(merchant -> call(server, merchant, "/Stock/Product", "page=1")
                                    .contains("\"success\":true"))
                            .count()
                    + (Operators.withKey(server.adminUrl(), leaver.key())
                                            .get("/applications/" + suspended.appid())
                                            .status()
                                    == 200
                            ? 1
                            : 0);
        }
    }

    private static TestMerchant withProduct(Platform platform) {
        var merchant = platform.merchant();
        merchant.product();
        return merchant;
    }

    private static String call(ServerProcess server, TestMerchant merchant, String path, String form) {
        return merchant.postTo(server.baseUrl(), path, TestMerchant.FORM, form).text();
    }

    @Test
    void aDatabaseIsRestoredToAPointInTimeByTheGuide() throws Exception {
        ServerProcess.lastLineOf(
                platform.environment(),
                "generate",
                "--merchants",
                "100",
                "--products",
                String.valueOf(ENTRIES / 20),
                "--entries",
                String.valueOf(ENTRIES));
        var log = postgres.folder().resolve("first.log");
        var follower = withProduct(platform);
        var commands = operated.commands();
        String cursor;
        String expected;
        String point;
        try (var server = new ServerProcess(platform.environment())) {
            postgres.follow("first-backup", Map.of(), Map.of());
            push(server, 10);
            postgres.runUnit("stockroom-backup@.service", "diff");
            push(server, 10);
            cursor = follower.postTo(server.baseUrl(), "/Stock/Changes", TestMerchant.FORM, "")
                    .json()
                    .path("cursor")
                    .asString();
            expected = platform.query(CHECKSUMS);
            point = platform.query("SELECT clock_timestamp()");

            push(server, 10);
            for (var command : commands) {
                var words = command.split(" ", -1);
                words[0] = Distribution.folder().resolve("bin/stockroom").toString();
                Distribution.run(operated.at(server), words);
            }
            platform.execute("DELETE FROM stock");
            System.out.println("lost: " + platform.query(CHECKSUMS));
            server.stop();
            Files.writeString(log, server.log());
        }
        platform.close();
        postgres.follow("changes", Map.of(), Map.of());
        postgres.stop();

        long begun = System.nanoTime();
        postgres.follow("restore", Map.of("2026-11-16 14:32:00+00", point), Map.of());
        postgres.start();
        await().atMost(Duration.ofMinutes(10))
                .until(() -> platform.query("SELECT pg_is_in_recovery()").equals("f"));
        postgres.follow("after-restore", Map.of(), platform.environment());
        try (var server = new ServerProcess(platform.environment())) {
            assertThat(call(server, follower, "/Stock/Product", "page=1")).contains("\"success\":true");
            double seconds = (System.nanoTime() - begun) / 1e9;
            System.out.printf("restored to %s in %.1f s: %s%n", point, seconds, platform.query(CHECKSUMS));
            Figures.check("restore-seconds", seconds, "s", "<= " + MAX_SECONDS, seconds <= MAX_SECONDS);
            Figures.check(
                    "restore-checksums-are-the-same", platform.query(CHECKSUMS).equals(expected));
            Figures.check(
                    "restore-lists-it-by-the-server-log",
                    revived(log.toString(), "/dev/null").equals(commands));
            Figures.check(
                    "restore-lists-it-by-the-audit-log",
                    revived("/dev/null", "changes.log").equals(commands));
            Figures.check(
                    "restore-lists-what-is-alive-again",
                    revived(log.toString(), "changes.log").equals(commands));
            Figures.check(
                    "restore-refuses-old-cursors",
                    call(server, follower, "/Stock/Changes", TestMerchant.form("cursor", cursor))
                            .contains("\"CURSOR_BEFORE_RESTORE\""));
            Figures.check("restore-brings-credentials-back", operated.alive(server) == 5);
            postgres.follow("end-again", Map.of(), operated.at(server));
            // every node gets the notification
            await().atMost(Duration.ofMinutes(1)).until(() -> operated.alive(server) == 0);
            Figures.check(
                    "restore-ends-them-again",
                    revived(log.toString(), "/dev/null").isEmpty());
        }
        postgres.follow("check", Map.of(), Map.of());
    }

    /// Uses new merchants each time, since an account may create once in two seconds.
    private void push(ServerProcess server, int merchants) {
        for (int i = 0; i < merchants; i++) {
            var merchant = platform.merchant();
            int product = merchant.product();
            var stock = IntStream.range(0, 20)
                    .mapToObj(colour -> "{\"pid\":%d,\"color\":\"colour %d\",\"param\":[%s]}"
                            .formatted(product, colour, sizes(colour)))
                    .collect(Collectors.joining(",", "[", "]"));
            var reply = merchant.postTo(server.baseUrl(), "/Stock/Creat", TestMerchant.JSON, stock);
            assertThat(reply.success()).as(reply.text()).isTrue();
        }
    }

    private static String sizes(int colour) {
        return IntStream.range(36, 45)
                .mapToObj(size -> "{\"size\":%d,\"stock\":%d}".formatted(size, colour + size))
                .collect(Collectors.joining(","));
    }

    private List<String> revived(String serverLog, String changes) {
        var files = new HashMap<>(Map.of("servers.log", serverLog, "changes.log", changes));
        return postgres.follow("revived", files, platform.environment())
                .lines()
                .filter(line -> line.startsWith("stockroom "))
                .toList();
    }
}
