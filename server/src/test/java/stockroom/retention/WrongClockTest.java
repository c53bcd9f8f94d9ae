package stockroom.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stockroom.catalog.ledger.LedgerMaintenance;
import stockroom.database.clock.ClockWatch;
import stockroom.support.FailedCalls;
import stockroom.support.UsageRecorder;
import stockroom.testing.database.SteppedClock;
import stockroom.testing.database.SteppedPostgres;
import stockroom.testing.http.Reply;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// While clocks are wrong, nothing is deleted, and no request is carried out twice.
@Tag("faults")
class WrongClockTest {
    /// Servers need this time to detect the wrong clock and to delete old data.
    private static final Duration WRONG_FOR = Duration.ofSeconds(Boolean.getBoolean("faults.full") ? 75 : 0);

    private static final Duration EVERY = Duration.ofMillis(100);

    /// These rows are kept today and would be deleted in 500 days.
    private static final String ROWS_OF_LAST_MONTHS = """
            DO $$
            DECLARE
                v_month date := date_trunc('month', now() - interval '100 days')::date;
            BEGIN
                EXECUTE format('CREATE TABLE stock_push_%1$s PARTITION OF stock_push FOR VALUES FROM (%2$L) TO (%3$L);
                                CREATE TABLE stock_change_%1$s PARTITION OF stock_change FOR VALUES FROM (%2$L) TO (%3$L)',
                               to_char(v_month, 'YYYY_MM'), v_month || ' 00:00+00',
                               (v_month + interval '1 month')::date || ' 00:00+00');
                INSERT INTO stock_push (merchant_id, push, at, entries, kind, products)
                SELECT 999999, n, v_month + interval '1 day', 1, 'create', '{1}' FROM generate_series(1, 1000) n;
                INSERT INTO stock_change (merchant_id, at, push, product_id, colours, colour_nos, sizes, before, after)
                SELECT 999999, v_month + interval '1 day', n, 1, '{red}', '{1}', '{38}', '{1}', '{2}'
                FROM generate_series(1, 1000) n;
            END $$;
            INSERT INTO fetched_product (merchant_id, store_id, product_id, first_fetched_at, last_fetched_at)
            SELECT merchant_id, store_id, 1000000, now() - interval '100 days', now() - interval '100 days' FROM bound_store;
            INSERT INTO access_token (token_hash, application_id, merchant_id, account_id, expires_at)
            SELECT sha256('expired'), application_id, 1, 1, now() - interval '100 days' FROM application LIMIT 1;
            INSERT INTO daily_usage (merchant_id, account_id, day, reads, writes, details, reports, refused)
            SELECT 1, 1, (now() - interval '100 days')::date, 1, 0, 0, 0, 0;
            INSERT INTO failed_call (application_id, failed_at, request_id, signed, endpoint, status, code, message)
            SELECT application_id, now() - interval '1 day', 'x', true, '/Stock/List', 400, 'X', 'm' FROM application;
            INSERT INTO operator_request (key_id, key, request_hash) VALUES (999999, 'x', sha256(''));
            INSERT INTO idempotency_key (merchant_id, application_id, account_id, key, request_hash, created_at)
            VALUES (999999, 1, 1, 'x', sha256(''), now() - interval '1 hour');
            """;

    private static final String ALL_ROWS = """
            SELECT 'push ' || merchant_id || ' ' || push FROM stock_push
            UNION ALL SELECT 'change ' || merchant_id || ' ' || push FROM stock_change
            UNION ALL SELECT 'fetched ' || product_id FROM fetched_product
            UNION ALL SELECT 'token ' || encode(token_hash, 'hex') FROM access_token
            UNION ALL SELECT 'usage ' || day FROM daily_usage
            UNION ALL SELECT 'failed ' || request_id FROM failed_call
            UNION ALL SELECT 'request ' || key FROM operator_request
            UNION ALL SELECT 'key ' || key FROM idempotency_key
            UNION ALL SELECT 'month ' || inhrelid::regclass FROM pg_inherits
            """;

    @ParameterizedTest
    @CsvSource({"500, false", "500, true", "20, false", "20, true", "-20, false", "-20, true"})
    void nothingIsDroppedAndNothingIsDoneTwice(int days, boolean nodeToo, @TempDir Path directory) throws Exception {
        assumeThat(SteppedClock.LIBRARY)
                .as("the library of Debian's package faketime")
                .exists();
        var clock = new SteppedClock(directory, "database");
        try (var postgres = new SteppedPostgres(clock);
                var platform = Platform.on(postgres.address(), Map.of());
                var _ = new ClockWatch(platform.database(), platform.clock(), EVERY, new SimpleMeterRegistry())) {
            var trial = new Trial(platform, clock, Duration.ofDays(days), nodeToo);
            platform.execute(ROWS_OF_LAST_MONTHS);
            trial.push(1);
            var answer = trial.repeat();
            var rows = platform.queryAll(ALL_ROWS);
            platform.watchClocks();
            assertThat(trusted(platform)).isTrue();

            trial.step();
            // deletion runs before the fault is detected, and again afterwards
            trial.forget();
            assertThat(platform.queryAll(ALL_ROWS)).containsAll(rows);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> !platform.query("SELECT count(*) FROM suspect_interval")
                            .equals("0"));
            trial.forget();
            Thread.sleep(WRONG_FOR);
            assertThat(trial.repeat()).isEqualTo(answer);
            trial.push(2);
            assertThat(platform.queryAll(ALL_ROWS)).containsAll(rows);

            trial.stepBack();
            trial.forget();
            Thread.sleep(3 * EVERY.toMillis());
            trial.forget();
            assertThat(trial.repeat()).isEqualTo(answer);
            trial.push(3);
            var kept = platform.queryAll(ALL_ROWS);
            Figures.write(
                    "wrong-clock-%d-days-%s%s"
                            .formatted(Math.abs(days), days > 0 ? "ahead" : "back", nodeToo ? "-with-node" : ""),
                    rows.stream().filter(row -> !kept.contains(row)).count(),
                    "rows lost",
                    "0",
                    kept.containsAll(rows));
            assertThat(kept).containsAll(rows);
            assertThat(trusted(platform)).isFalse();
            assertThat(platform.query("SELECT kept_since = 'epoch' FROM ledger"))
                    .isEqualTo("t");
            trial.assertAsOfIsRightOrRefused();
        }
    }

    private static boolean trusted(Platform platform) {
        return platform.query("SELECT trusted_time() IS NOT NULL").equals("t");
    }

    private static final class Trial {
        private final Platform platform;
        private final SteppedClock clock;
        private final Duration step;
        private final boolean nodeToo;
        private final TestMerchant merchant;
        private final int product;
        private final TestMerchant quiet;

        private final int quietProduct;
        private final Instant begun = Instant.now();

        Trial(Platform platform, SteppedClock clock, Duration step, boolean nodeToo) {
            this.platform = platform;
            this.clock = clock;
            this.step = step;
            this.nodeToo = nodeToo;
            var created = platform.merchant();
            this.merchant = created.withToken(platform.issueToken(created, Duration.ofDays(700)));
            this.product = merchant.product();
            merchant.withStock(product, "blue", 38, 100);
            this.quiet = platform.merchant();
            this.quietProduct = quiet.product();
            quiet.withStock(quietProduct, "red", 38, 1);
        }

        void step() throws IOException {
            move(step, step);
        }

        void stepBack() throws IOException {
            move(Duration.ZERO, step.negated());
        }

        private void move(Duration database, Duration node) throws IOException {
            if (nodeToo) {
                platform.clock().move(node);
            }
            clock.set(database);
        }

        String repeat() throws InterruptedException {
            var reply = createInTurn(
                    "[{\"pid\":%d,\"color\":\"blue\",\"param\":[{\"size\":38,\"delta\":-1}]}]", "the-sale");
            assertThat(platform.query("SELECT quantity FROM stock_entry WHERE colour = 'blue'"))
                    .isEqualTo("99");
            return reply;
        }

        void push(int quantity) throws InterruptedException {
            createInTurn(
                    "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":38,\"stock\":" + quantity + "}]}]",
                    "push-" + quantity);
        }

        private String createInTurn(String json, String key) throws InterruptedException {
            var reply = merchant.createStock(json.formatted(product), key);
            while (reply.status() == 429) {
                Thread.sleep(300);
                reply = merchant.createStock(json.formatted(product), key);
            }
            assertThat(reply.success()).as(reply.text()).isTrue();
            return reply.text();
        }

        /// Runs all deletions by age: those at the start, and those every minute or day.
        void forget() throws InterruptedException {
            var database = platform.database();
            new Retention(database, 400).forget();
            try (var _ = new LedgerMaintenance(database, 13, new SimpleMeterRegistry());
                    var _ = new FailedCalls(database, 7, platform.clock(), new SimpleMeterRegistry());
                    var _ = new UsageRecorder(database, platform.clock(), ZoneOffset.UTC)) {
                platform.operator()
                        .withIdempotencyKey(UUID.randomUUID().toString())
                        .post("/applications", "{\"name\":\"Another\"}");
                Thread.sleep(500);
            }
        }

        /// Uses a node that has read everything about the clocks.
        void assertAsOfIsRightOrRefused() throws InterruptedException {
            try (var node = Platform.on(platform)) {
                var now = Instant.now();
                Thread.sleep(5);
                assertThat(asOf(node, quiet, quietProduct, now).success()).isTrue();
                var reply = asOf(node, merchant, product, now);
                if (step.isPositive()) {
                    // pushes keep the time of the first one that was made with the wrong clock
                    assertThat(reply.code()).isEqualTo("AS_OF_TOO_FAR");
                } else {
                    assertThat(reply.text()).contains("\"color\":\"red\",\"size\":38,\"stock\":3");
                    assertThat(asOf(node, merchant, product, begun).code()).isEqualTo("AS_OF_TOO_FAR");
                }
            }
        }

        private static Reply asOf(Platform node, TestMerchant of, int product, Instant time) {
            var form = TestMerchant.form("productid", product, "asOf", time);
            return of.postTo(node.baseUrl(), "/Stock/List", TestMerchant.FORM, form);
        }
    }
}
