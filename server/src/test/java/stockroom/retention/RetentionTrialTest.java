package stockroom.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.testing.http.ConstantRateCalls;
import stockroom.testing.http.Reply;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
class RetentionTrialTest {
    private static final boolean FULL = Boolean.getBoolean("retention.full");
    /// Eight tenths of the rows are fetched products; tokens and audit entries are one tenth each.
    private static final int ROWS = FULL ? 10_000_000 : 20_000;

    private static final int STORES = FULL ? 2_000 : 20;
    private static final int CALLS_A_SECOND = 100;
    private static final Duration MAX_WAIT = Duration.ofMillis(250);
    private static final int FETCHED_PRODUCT_DAYS = 400;

    @Test
    void oldRowsAreForgottenWhileNobodyWaits(@TempDir Path folder) throws Exception {
        try (var platform = Platform.start(Map.of())) {
            var callers = Stream.generate(platform::merchant).limit(10).toList();
            var products = new ArrayList<Integer>();
            for (var caller : callers) {
                products.add(caller.product());
                caller.withStock(products.getLast(), "red", 38, 1);
                assertThat(caller.detail(products.getLast()).success()).isTrue();
            }
            addOldRows(platform);
            var recent = recent(platform);
            try (var calls = new ConstantRateCalls(CALLS_A_SECOND, number -> call(callers, products, number))) {
                // waits until the JVM has compiled the code and the files are written
                Thread.sleep(FULL ? 30_000 : 500);
                long begun = System.nanoTime();
                platform.watchClocks();
                assertThat(new Retention(platform.database(), FETCHED_PRODUCT_DAYS).forget())
                        .isTrue();
                archive(platform, folder);
                long ended = System.nanoTime();
                // some calls that began before the end are still running
                Thread.sleep(500);
                report(calls.begunBetween(begun, ended), Duration.ofNanos(ended - begun));
            }
            assertThat(platform.query(
                            "SELECT count(*) FROM fetched_product WHERE last_fetched_at < now() - interval '1 day'"))
                    .isEqualTo("0");
            assertThat(platform.query("SELECT count(*) FROM access_token WHERE expires_at < now() - interval '400 days'"
                            + " OR revoked_at < now() - interval '400 days'"))
                    .isEqualTo("0");
            assertThat(platform.query("SELECT count(*) FROM audit_entry WHERE at < now() - interval '1100 days'"))
                    .isEqualTo("0");
            assertThat(recent(platform)).isEqualTo(recent);
            assertArchived(platform, folder);
        }
    }

    /// Mixes calls; details and limits use rows among those that are being deleted.
    private static Reply call(List<TestMerchant> callers, List<Integer> products, int number) {
        int which = number % callers.size();
        var caller = callers.get(which);
        int round = number / callers.size();
        return switch (round % 4) {
            case 0 -> caller.productList("page", 1);
            case 1 -> caller.stockList(products.get(which));
            // stays within the day's limit
            case 2 -> round / 4 < 250 ? caller.detail(products.get(which)) : caller.limits();
            default -> caller.limits();
        };
    }

    private static void addOldRows(Platform platform) {
        platform.execute("""
                INSERT INTO merchant (merchant_id, store_url, store_name)
                SELECT 1000000 + n, 'old' || n, 'old' FROM generate_series(1, %1$d) n;
                INSERT INTO bound_store (merchant_id, store_id, platform, shop_id, shop_name)
                SELECT 1000000 + n, 1000000 + n, 'tb', n, 'old' FROM generate_series(1, %1$d) n;
                -- those of callers, too
                INSERT INTO fetched_product (merchant_id, store_id, product_id, first_fetched_at, last_fetched_at)
                SELECT s.merchant_id, s.store_id, 1000000 + n, now() - interval '500 days', now() - interval '500 days'
                FROM bound_store s CROSS JOIN generate_series(1, %2$d) n;
                """.formatted(STORES, ROWS * 8 / 10 / STORES));
        platform.execute("""
                INSERT INTO access_token (token_hash, application_id, merchant_id, account_id, expires_at, revoked_at)
                SELECT sha256(n::text::bytea), (SELECT min(application_id) FROM application), 1, 1,
                       now() - make_interval(days => CASE WHEN n %% 2 = 0 THEN 401 ELSE 1 END),
                       CASE WHEN n %% 2 = 1 THEN now() - interval '401 days' END
                FROM generate_series(1, %d) n
                """.formatted(ROWS / 10));
        platform.execute("""
                INSERT INTO access_token (token_hash, application_id, merchant_id, account_id, expires_at)
                SELECT sha256((-n)::text::bytea), (SELECT min(application_id) FROM application), 1, 1,
                       now() - interval '399 days'
                FROM generate_series(1, 100) n
                """);
        platform.execute("""
                INSERT INTO audit_entry (at, operator, person_id, address, action, subject, after)
                SELECT now() - interval '1101 days', 'old', n, '192.0.2.7', 'merchant.create', 'merchant ' || n,
                       '{"a": "\\u00e4\\nb"}'
                FROM generate_series(1, %d) n
                """.formatted(ROWS / 10));
        platform.execute("ANALYZE");
    }

    private static String recent(Platform platform) {
        return platform.query("""
                SELECT (SELECT count(*) FROM fetched_product WHERE last_fetched_at > now() - interval '1 day') || ' '
                    || (SELECT count(*) FROM access_token WHERE expires_at > now() - interval '400 days'
                        AND revoked_at IS NULL) || ' '
                    || (SELECT count(*) FROM audit_entry WHERE at > now() - interval '1 day'
                        AND action <> 'audit.archive')
                """);
    }

    private static void archive(Platform platform, Path folder) {
        try (var archiving = new ServerProcess(
                platform.environment(), ServerProcess.SHORT_LIVED, "archive-audit", folder.toString())) {
            assertThat(archiving.await()).as(archiving.log()).isZero();
            assertThat(archiving.log()).contains("moved %d entries to".formatted(ROWS / 10));
        }
    }

    private static void assertArchived(Platform platform, Path folder) throws Exception {
        try (var files = Files.list(folder)) {
            var file = files.toList().getFirst();
            try (var lines = Files.lines(file)) {
                assertThat(lines.limit(100).map(JsonMapper.shared()::readTree)).allSatisfy(line -> {
                    assertThat(line.path("operator").asString()).isEqualTo("old");
                    assertThat(line.path("subject").asString())
                            .isEqualTo("merchant " + line.path("personId").asLong());
                    assertThat(line.path("address").asString()).isEqualTo("192.0.2.7");
                    assertThat(line.path("after").path("a").asString()).isEqualTo("ä\nb");
                });
            }
            try (var lines = Files.lines(file)) {
                assertThat(lines.distinct()).hasSize(ROWS / 10);
            }
        }
        assertThat(platform.queryAll("SELECT action FROM audit_entry")).containsOnlyOnce("audit.archive");
    }

    private static void report(List<ConstantRateCalls.Call> calls, Duration took) {
        ConstantRateCalls.assertAllSucceeded(calls);
        var longest = calls.stream()
                .map(ConstantRateCalls.Call::took)
                .max(Duration::compareTo)
                .orElseThrow();
        System.out.printf(
                "%d rows forgotten in %d s under %d calls, longest %d ms%n",
                ROWS, took.toSeconds(), calls.size(), longest.toMillis());
        Figures.write("retention-longest-call", longest.toMillis(), "ms", "<= 250", longest.compareTo(MAX_WAIT) <= 0);
        if (FULL) {
            assertThat(longest).isLessThanOrEqualTo(MAX_WAIT);
        }
    }
}
