package stockroom.catalog.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.machine.Figures;
import stockroom.testing.machine.Standstills;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

@Tag("slow")
class LedgerMaintenanceTest {
    private static final String OLD_MONTHS = """
            CREATE TABLE stock_push_2020_01 PARTITION OF stock_push
                FOR VALUES FROM ('2020-01-01 00:00+00') TO ('2020-02-01 00:00+00');
            CREATE TABLE stock_change_2020_01 PARTITION OF stock_change
                FOR VALUES FROM ('2020-01-01 00:00+00') TO ('2020-02-01 00:00+00');
            INSERT INTO stock_push (merchant_id, push, at, entries, kind, products)
            SELECT 999999, n, '2020-01-15', 1, 'create', '{1}' FROM generate_series(1, 200000) n;
            INSERT INTO stock_change (merchant_id, at, push, product_id, colours, colour_nos, sizes, before, after)
            SELECT 999999, '2020-01-15', n, 1, '{red}', '{1}', '{38}', '{1}', '{2}' FROM generate_series(1, 200000) n;
            """;

    private static final Duration MAX_WAIT = Duration.ofMillis(100);
    private static final int WRITERS = 4;
    private static final int MONTHS_KEPT = 13;

    @Test
    @Tag("alone")
    void aMonthThatIsKeptNoLongerIsDroppedWhileCallersWrite() throws Exception {
        try (var platform = Platform.start(Map.of())) {
            platform.execute(OLD_MONTHS);
            var writers =
                    Stream.generate(() -> new Writer(platform)).limit(WRITERS).toList();
            var stop = new AtomicBoolean();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                var writes = writers.stream()
                        .map(writer -> threads.submit(() -> writer.write(stop)))
                        .toList();
                // gives the JVM time to compile the code
                Thread.sleep(2_000);
                writers.forEach(writer -> writer.longest = Duration.ZERO);
                platform.watchClocks();
                long begun = Standstills.now();
                // maintenance drops old months when it starts
                try (var _ = new LedgerMaintenance(platform.database(), MONTHS_KEPT, new SimpleMeterRegistry())) {
                    await().pollInterval(Duration.ofMillis(10)).until(() -> months(platform) == 0);
                }
                var took = Standstills.running(begun, Standstills.now());
                Thread.sleep(500);
                stop.set(true);

                for (var writing : writes) {
                    writing.get();
                }
                var longest = writers.stream()
                        .map(writer -> writer.longest)
                        .max(Duration::compareTo)
                        .orElseThrow();
                System.out.printf(
                        "a month dropped in %d ms, longest call %d ms%n", took.toMillis(), longest.toMillis());
                Figures.write("ledger-month-dropped-in", took.toMillis(), "ms", "<= 1000", took.toMillis() <= 1_000);
                Figures.write(
                        "ledger-month-dropped",
                        longest.toMillis(),
                        "ms of the longest call",
                        "<= " + MAX_WAIT.toMillis(),
                        longest.compareTo(MAX_WAIT) <= 0);
                assertThat(took).isLessThan(Duration.ofSeconds(10));
                assertThat(longest).isLessThan(Duration.ofSeconds(1));
            }
            assertThat(platform.query("SELECT kept_since >= '2020-02-01' FROM ledger"))
                    .isEqualTo("t");
            var writer = writers.getFirst();
            assertThat(writer.merchant
                            .post(
                                    "/Stock/List",
                                    TestMerchant.FORM,
                                    TestMerchant.form("productid", writer.product, "asOf", "2019-01-01T00:00:00Z"))
                            .code())
                    .isEqualTo("AS_OF_TOO_FAR");
        }
    }

    private static int months(Platform platform) {
        return Integer.parseInt(platform.query("SELECT count(*) FROM pg_class WHERE relname LIKE 'stock_%_2020_01'"));
    }

    /// Calls one after the other with accounts whose turn is open; each call changes something.
    private static final class Writer {
        private final TestMerchant merchant;
        private final int product;
        private final List<TestMerchant> accounts;
        private volatile Duration longest = Duration.ZERO;

        Writer(Platform platform) {
            this.merchant = platform.merchant();
            this.product = merchant.product();
            this.accounts = Stream.generate(() -> platform.anotherAccount(merchant))
                    .limit(50)
                    .toList();
        }

        Void write(AtomicBoolean stop) {
            for (int i = 0; !stop.get(); i++) {
                var reply = accounts.get(i % accounts.size())
                        .createStockInTurn("[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":38,\"stock\":%d}]}]"
                                .formatted(product, i % 1_000));
                assertThat(reply.success()).isTrue();
                long ended = Standstills.now();
                var took = Standstills.running(ended - reply.took().toNanos(), ended);
                longest = took.compareTo(longest) > 0 ? took : longest;
            }
            return null;
        }
    }

    @Test
    void monthsAheadAreMadeAndTold() {
        try (var platform = Platform.start(Map.of())) {
            for (var month :
                    platform.queryAll("SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
                            + " WHERE c.relkind = 'r' AND c.relname > 'stock_change_' || to_char(now(), 'YYYY_MM')"
                            + " AND c.relname LIKE 'stock_change%'")) {
                platform.execute("DROP TABLE " + month);
            }
            try (var other = Platform.on(platform)) {
                assertThat(other.metric("stockroom_ledger_ahead_seconds") / 86_400)
                        .isBetween(80L, 130L);
                assertThat(other.query("SELECT count(*) FROM pg_inherits WHERE inhparent = 'stock_change'::regclass"))
                        .isEqualTo("4");
            }
        }
    }

    @Test
    void idempotencyKeysAreForgottenAfterADay() {
        try (var platform = Platform.start(Map.of())) {
            platform.execute("""
                    INSERT INTO idempotency_key (merchant_id, application_id, account_id, key, request_hash, created_at)
                    SELECT 1, 1, 1, 'key ' || hours, sha256(''), now() - make_interval(hours => hours)
                    FROM generate_series(20, 60) hours
                    """);
            platform.watchClocks();
            try (var other = Platform.on(platform)) {
                await().atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(
                                        other.queryAll("SELECT key FROM idempotency_key ORDER BY created_at DESC"))
                                .containsExactly("key 20", "key 21", "key 22", "key 23"));
            }
        }
    }

    @Test
    void afterARestoreCursorsAreRefusedAndNoNumberIsGivenTwice() {
        try (var platform = Platform.start(Map.of())) {
            var merchant = platform.merchant();
            int product = merchant.product();
            merchant.withStock(product, "red", 38, 1);
            var cursor = merchant.changes().json().path("cursor").asString();
            var without = platform.merchant();

            try (var command = new ServerProcess(platform.environment(), ServerProcess.SHORT_LIVED, "after-restore")) {
                assertThat(command.await()).as(command.log()).isZero();
            }

            assertThat(merchant.changes("cursor", cursor).code()).isEqualTo("CURSOR_BEFORE_RESTORE");
            merchant.withStock(product, "red", 38, 2);
            int other = without.product();
            without.withStock(other, "red", 38, 1);
            assertThat(lastPush(platform, merchant)).isEqualTo(1_000_000_002);
            assertThat(lastPush(platform, without)).isEqualTo(1_000_000_001);
            var now = merchant.changes().json().path("cursor").asString();
            merchant.withStock(product, "red", 38, 3);
            assertThat(merchant.changes("cursor", now)
                            .json()
                            .path("data")
                            .path(0)
                            .path("push")
                            .asLong())
                    .isEqualTo(1_000_000_003);
        }
    }

    private static long lastPush(Platform platform, TestMerchant merchant) {
        return Long.parseLong(platform.query("SELECT last FROM push_counter WHERE merchant_id = "
                + merchant.id().value()));
    }
}
