package stockroom.auth;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stockroom.config.Secret;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ThreeNodes;

/// Every node refuses revoked access within a second of a change through one node, and accepts it once restored. Only
/// `-Dfaults.full=true` enforces the second.
@Tag("slow")
class RevocationTest {
    private static final boolean FULL = Boolean.getBoolean("faults.full");
    private static final int TIMES = FULL ? 100 : 20;
    private static final Duration MAX_TIME = Duration.ofSeconds(FULL ? 1 : 15);
    /// Cached credentials do not expire, and refusals close no address.
    private static final Map<String, String> LONG_CACHED =
            Map.of("STOCKROOM_AUTH_CACHE_TIME", "1h", "STOCKROOM_AUTH_FAILURES_PER_MINUTE", "1000000");
    /// Reads also last until the test ends them.
    private static final Map<String, String> LONG_CACHED_AND_READ =
            Map.of("STOCKROOM_AUTH_CACHE_TIME", "1h", "STOCKROOM_REQUEST_TIMEOUT", "20m");

    private enum Taken {
        TOKEN_REVOKED("TOKEN_INVALID"),
        APPLICATION_SUSPENDED("APP_UNKNOWN"),
        SECRET_ENDED("SIGN_MISMATCH"),
        MERCHANT_SUSPENDED("MERCHANT_SUSPENDED");

        private final String code;

        Taken(String code) {
            this.code = code;
        }

        void take(Operators operator, TestMerchant merchant) {
            switch (this) {
                case TOKEN_REVOKED ->
                    done(operator.delete("/tokens/"
                            + TokenHash.of(merchant.token().reveal()).hex().substring(0, 16)));
                case APPLICATION_SUSPENDED -> suspended(operator, "/applications/" + merchant.appid(), true);
                case SECRET_ENDED -> done(operator.delete("/applications/%d/secrets/1".formatted(merchant.appid())));
                case MERCHANT_SUSPENDED ->
                    suspended(operator, "/merchants/" + merchant.id().value(), true);
            }
        }

        TestMerchant giveBack(Operators operator, TestMerchant merchant, Secret newSecret) {
            return switch (this) {
                case TOKEN_REVOKED -> merchant.withToken(merchant.platform().issueToken(merchant, Duration.ofHours(1)));
                case APPLICATION_SUSPENDED -> {
                    suspended(operator, "/applications/" + merchant.appid(), false);
                    yield merchant;
                }
                case SECRET_ENDED -> merchant.withSecret(newSecret);
                case MERCHANT_SUSPENDED -> {
                    suspended(operator, "/merchants/" + merchant.id().value(), false);
                    yield merchant;
                }
            };
        }

        private static void suspended(Operators operator, String path, boolean suspended) {
            done(operator.patch(path, "{\"suspended\":%b}".formatted(suspended)));
        }

        private static void done(Reply reply) {
            assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        }
    }

    @Test
    @Tag("alone")
    void everyNodeRefusesWithinASecondEveryTime() throws Exception {
        // with long times, an operator gets no 503 when the machine pauses
        var settings = new HashMap<>(LONG_CACHED);
        settings.putAll(Platform.LONG_TIMES);
        try (var platform = Platform.start(settings);
                var nodes = new ThreeNodes(platform)) {
            var operator = platform.operator();
            var slowest = new TreeMap<Taken, Duration>();
            int inTime = 0;
            for (int time = 0; time < TIMES; time++) {
                var taken = Taken.values()[time % Taken.values().length];
                var merchant = platform.merchant();
                var through = operator.at(nodes.adminUrl(time));
                var second = new Secret(through.create("/applications/%d/secrets".formatted(merchant.appid()), "")
                        .path("secret")
                        .asString());
                // every node has the credentials in its cache now
                within(MAX_TIME, node -> call(nodes, merchant.withSecret(second), node), "");
                within(MAX_TIME, node -> call(nodes, merchant, node), "");

                taken.take(through, merchant);
                var refused = within(MAX_TIME, node -> call(nodes, merchant, node), taken.code);
                var again = taken.giveBack(through, merchant, second);
                var works = within(MAX_TIME, node -> call(nodes, again, node), "");

                slowest.merge(taken, max(refused), (a, b) -> a.compareTo(b) > 0 ? a : b);
                inTime += max(refused).compareTo(MAX_TIME) < 0 && max(works).compareTo(MAX_TIME) < 0 ? 1 : 0;
            }
            System.out.println("refused by all three nodes after at most " + slowest);
            assertThat(inTime).isEqualTo(TIMES);
        }
    }

    private static String call(ThreeNodes nodes, TestMerchant merchant, int node) {
        return merchant.postTo(nodes.baseUrl(node), "/Stock/Product", TestMerchant.FORM, "page=1")
                .code();
    }

    /// Calls all nodes repeatedly and returns how long each took to respond with this code.
    private static List<Duration> within(Duration most, IntFunction<String> call, String code) throws Exception {
        long start = System.nanoTime();
        return ThreeNodes.inParallel(3, node -> {
            var answers = new ArrayList<String>();
            while (true) {
                // measured to the beginning of the call, which is decided later
                var asked = Duration.ofNanos(System.nanoTime() - start);
                answers.add(call.apply(node));
                if (answers.getLast().equals(code)) {
                    return asked;
                }
                assertThat(asked).as("node %d said %s".formatted(node, answers)).isLessThan(most);
            }
        });
    }

    private static Duration max(List<Duration> durations) {
        return durations.stream().max(Duration::compareTo).orElseThrow();
    }

    @Test
    void aNodeThatLostItsConnectionDropsItsCacheWhenItListensAgain() throws Exception {
        try (var platform = Platform.start(LONG_CACHED);
                var nodes = new ThreeNodes(platform)) {
            var merchant = platform.merchant();
            IntStream.range(0, 3)
                    .forEach(node -> assertThat(call(nodes, merchant, node)).isEmpty());

            await().atMost(60, SECONDS).until(() -> listening(platform) == 4);
            assertThat(endListening(platform)).isEqualTo(4);
            Taken.TOKEN_REVOKED.take(platform.operator(), merchant);

            within(Duration.ofSeconds(60), node -> call(nodes, merchant, node), "TOKEN_INVALID");
        }
    }

    /// The read spans the time without a connection, so its result may be outdated.
    @ParameterizedTest
    @CsvSource({"application_secret,APP_UNKNOWN", "access_token,TOKEN_INVALID"})
    void whatIsBeingReadWhileANodeIsDisconnectedIsNotCached(String table, String code) throws Exception {
        try (var platform = Platform.start(LONG_CACHED_AND_READ);
                var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var merchant = platform.merchant();
            var witness = platform.merchant();
            await().atMost(60, SECONDS).until(() -> isCached(platform, witness));
            Future<String> early;
            try (var _ = slowlyRead(platform, table, merchant)) {
                early = callers.submit(() -> call(platform, merchant));
                await().atMost(60, SECONDS)
                        .until(() -> platform.query(
                                        "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'advisory'")
                                .equals("1"));

                await().atMost(60, SECONDS).until(() -> listening(platform) == 1);
                assertThat(endListening(platform)).isEqualTo(1);
                await().atMost(60, SECONDS).until(() -> !isCached(platform, witness));
                platform.execute("DELETE FROM rows_of_%s WHERE application_id = %d".formatted(table, merchant.appid()));
                await().atMost(60, SECONDS).until(() -> isCached(platform, witness));
                assertThat(early.isDone()).isFalse();
            }
            // this call may have either result
            early.get(60, SECONDS);

            assertThat(call(platform, merchant)).isEqualTo(code);
        }
    }

    private static int endListening(Platform platform) {
        return ofListening(platform, "count(pg_terminate_backend(pid))");
    }

    private static int listening(Platform platform) {
        return ofListening(platform, "count(*)");
    }

    private static int ofListening(Platform platform, String what) {
        return Integer.parseInt(platform.query("SELECT " + what + " FROM pg_stat_activity"
                + " WHERE query LIKE 'NOTIFY stockroom_heartbeat%' AND datname = current_database()"));
    }

    /// Delays reads of the merchant's rows of this table until closed; they return the rows of now.
    private static Connection slowlyRead(Platform platform, String table, TestMerchant merchant) {
        platform.execute("""
                ALTER TABLE %1$s RENAME TO rows_of_%1$s;
                CREATE VIEW %1$s AS SELECT * FROM rows_of_%1$s
                WHERE application_id <> %2$d OR (SELECT pg_advisory_xact_lock_shared(1)::text) = '';
                GRANT SELECT ON %1$s TO PUBLIC
                """.formatted(table, merchant.appid()));
        return TestDatabase.holding(platform.address(), "SELECT pg_advisory_xact_lock(1)");
    }

    private static boolean isCached(Platform platform, TestMerchant merchant) {
        long before = platform.connectionsUsed();
        assertThat(merchant.stockList("no number").status()).isEqualTo(400);
        return platform.connectionsUsed() == before;
    }

    private static String call(Platform platform, TestMerchant merchant) {
        return merchant.postTo(platform.baseUrl(), "/Stock/Product", TestMerchant.FORM, "page=1")
                .code();
    }
}
