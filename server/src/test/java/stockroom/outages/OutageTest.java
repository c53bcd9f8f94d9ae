package stockroom.outages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stockroom.demo.EmbeddedDatabase;
import stockroom.testing.database.BlackHole;
import stockroom.testing.database.PostgresProcess;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.http.ConstantRateCalls;
import stockroom.testing.http.Reply;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.machine.Figures;
import stockroom.testing.machine.Standstills;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

/// 200 calls per second are answered in time while the database is unreachable, frozen, read-only, or has a locked
/// table. `make trial NAME=outages` runs it longer and with the default settings.
@Tag("slow")
@Tag("alone")
class OutageTest {
    private static final boolean FULL = Boolean.getBoolean("outages.full");
    private static final Duration DEADLINE = Duration.ofSeconds(FULL ? 10 : 2);
    private static final Duration HOLE = Duration.ofSeconds(FULL ? 10 : 4);
    private static final Duration LONG = Duration.ofSeconds(FULL ? 60 : 4);
    private static final Duration SECOND = Duration.ofSeconds(1);
    /// The trial requires one second. A readiness check that waited like callers would exceed this on any
    /// machine.
    private static final Duration MAX_HEALTH = Duration.ofMillis(FULL ? 1_000 : 1_500);
    /// The limit of unmeasured waits on a busy machine.
    private static final Duration MAX_WAIT = Duration.ofSeconds(30);

    private static final int CALLS = 150;
    private static final int OTHER_CALLS = 50;
    private static final int MAX_LOGGED = 100_000;
    /// The driver connects twice in each try.
    private static final double MAX_TRIED_A_SECOND = 1.5;
    private static final Map<String, String> SETTINGS = FULL ? Map.of() : Map.of("STOCKROOM_REQUEST_TIMEOUT", "2s");

    private static EmbeddedDatabase database;
    private static PostgresProcess postgres;
    private static BlackHole hole;
    /// This node reaches the database by another route.
    private static Platform platform;

    private static ServerProcess server;
    private static List<TestMerchant> merchants;
    private static List<Integer> products;

    @BeforeAll
    static void start() {
        database = new EmbeddedDatabase();
        postgres = new PostgresProcess(database.address());
        hole = new BlackHole(database.address());
        platform = Platform.on(database.address(), Map.of());
        var settings = new HashMap<>(platform.environment());
        settings.putAll(SETTINGS);
        settings.put("STOCKROOM_DATABASE_URL", hole.address().url());
        server = new ServerProcess(settings, "-XX:TieredStopAtLevel=1 -Xmx512m");
        merchants = Stream.generate(platform::merchant).limit(40).toList();
        products = merchants.stream()
                .map(merchant -> {
                    int product = merchant.product();
                    merchant.withStock(product, "red", 38, 5);
                    return product;
                })
                .toList();
        // calls are slower while the JVM still compiles
        IntStream.range(0, 2_000).forEach(OutageTest::callUntilServed);
    }

    private static void callUntilServed(int number) {
        if (call(number, "/Stock/List").status() != 200) {
            await().atMost(MAX_WAIT).until(() -> call(number, "/Stock/List").status() == 200);
        }
    }

    @AfterAll
    static void stop() {
        server.close();
        platform.close();
        hole.close();
        database.close();
    }

    @Test
    void trafficThatIsSwallowed() throws Exception {
        assertSurvives("black hole", HOLE, hole::swallow, hole::repair);
    }

    @Test
    void aDatabaseThatIsFrozen() throws Exception {
        assertSurvives("freeze", LONG, postgres::freeze, postgres::resume);
    }

    private static void assertSurvives(String name, Duration time, Runnable breakIt, Runnable repairIt)
            throws Exception {
        try (var calls = calls(CALLS, "/Stock/List");
                var others = calls(OTHER_CALLS, "/Stock/Product");
                var health = health()) {
            awaitSuccessAfter(Long.MIN_VALUE, calls, others, health);
            breakIt.run();
            long broken = System.nanoTime();
            int openedBefore = hole.accepted();
            Standstills.sleep(time);
            int tried = hole.accepted() - openedBefore;
            long repaired = System.nanoTime();
            repairIt.run();
            long heard = awaitListening();
            awaitSuccessAfter(repaired, calls, others, health);
            Standstills.sleep(DEADLINE);
            Stream.of(calls, others, health).forEach(ConstantRateCalls::stop);

            calls.assertAnsweredWithin(DEADLINE.plus(SECOND));
            others.assertAnsweredWithin(DEADLINE.plus(SECOND));
            health.assertAnsweredWithin(MAX_HEALTH);
            assertThat(health.begunBetween(broken, repaired).stream()
                            .filter(call -> call.ended() < repaired)
                            .map(ConstantRateCalls.Call::status))
                    .as("readiness of a node that does not serve")
                    .isNotEmpty()
                    .containsOnly(503);
            assertThat(calls.firstSuccessAfter(repaired)).isLessThanOrEqualTo(Duration.ofSeconds(2));
            long ready = health.firstSuccess(repaired);
            ConstantRateCalls.assertAllSucceeded(calls.undisturbedBetween(ready, Long.MAX_VALUE));
            assertThat((double) tried)
                    .as("connections tried")
                    .isLessThanOrEqualTo(MAX_TRIED_A_SECOND * (repaired - broken) / 1e9 + 4);
            System.out.printf(
                    "%d connections tried, ready after %d ms, notifications heard after %d ms%n",
                    tried,
                    Duration.ofNanos(ready - repaired).toMillis(),
                    Duration.ofNanos(heard - repaired).toMillis());
            report(name, time, calls, others, repaired);
        }
    }

    private static long awaitListening() {
        await().atMost(FULL ? Duration.ofSeconds(5) : MAX_WAIT)
                .untilAsserted(() -> assertThat(server.metric("stockroom_notifications_heard"))
                        .as(() -> "listens for notifications again, and has logged of them:\n"
                                + server.log()
                                        .lines()
                                        .filter(line -> line.contains("notification"))
                                        .collect(Collectors.joining("\n")))
                        .isOne());
        return System.nanoTime();
    }

    private static void awaitSuccessAfter(long moment, ConstantRateCalls... calls) {
        await().atMost(MAX_WAIT).until(() -> Stream.of(calls).allMatch(each -> each.hasSucceededAfter(moment)));
    }

    @ParameterizedTest
    @CsvSource({"stock,/Stock/List,/Stock/Product", "bound_store,/Product/Detail,/Stock/List"})
    void aTableThatIsLocked(String table, String path, String otherPath) throws Exception {
        try (var health = health();
                var calls = calls(CALLS, path);
                var others = calls(OTHER_CALLS, otherPath)) {
            awaitSuccessAfter(Long.MIN_VALUE, calls, others, health);
            long locked = System.nanoTime();
            try (var _ = TestDatabase.holding(
                    database.address(), "LOCK TABLE %s IN ACCESS EXCLUSIVE MODE".formatted(table))) {
                Standstills.sleep(LONG);
            }
            long unlocked = System.nanoTime();
            awaitSuccessAfter(unlocked, calls, others, health);
            Stream.of(calls, others, health).forEach(ConstantRateCalls::stop);

            calls.assertAnsweredWithin(DEADLINE.plus(SECOND));
            assertThat(calls.firstSuccessAfter(unlocked)).isLessThanOrEqualTo(Duration.ofSeconds(2));
            ConstantRateCalls.assertAllSucceeded(others.undisturbedBetween(locked, unlocked));
            assertThat(others.begunBetween(locked, unlocked).stream()
                            .filter(call -> call.ended() < unlocked)
                            .map(call -> Standstills.running(call.begun(), call.ended())))
                    .as("other calls while it is locked")
                    .isNotEmpty()
                    .allMatch(took -> took.compareTo(SECOND) <= 0);
            // everything that waited for the table is then served at once, which takes processor time
            others.assertAnsweredWithin(FULL ? SECOND : DEADLINE.plus(SECOND));
            health.assertAnsweredWithin(MAX_HEALTH);
            ConstantRateCalls.assertAllSucceeded(health.undisturbedBetween(locked, unlocked));
            report("lock of " + table, LONG, calls, others, unlocked);
        }
    }

    /// After a failover, a server can still be connected to the new standby.
    @Test
    void aDatabaseThatIsReadOnly() throws Exception {
        reconfigure("SET default_transaction_read_only = on", "on");
        int logBefore = server.log().length();
        long begun = System.nanoTime();
        try (var details = calls(CALLS, "/Product/Detail");
                var writes = new ConstantRateCalls(OTHER_CALLS, "/Stock/Creat", OutageTest::createStock)) {
            Standstills.sleep(LONG);
            for (var calls : List.of(details, writes)) {
                calls.assertAnsweredWithin(DEADLINE.plus(SECOND));
                assertThat(calls.begunBetween(Long.MIN_VALUE, Long.MAX_VALUE))
                        .extracting(ConstantRateCalls.Call::status)
                        .containsOnly(503);
            }
            long logged = (long) ((server.log().length() - logBefore) / ((System.nanoTime() - begun) / 1e9));
            Figures.write("read-only-log", logged, "bytes/s", "< " + MAX_LOGGED, logged < MAX_LOGGED);
            assertThat(logged).as("bytes of log a second").isLessThan(MAX_LOGGED);
        } finally {
            reconfigure("RESET default_transaction_read_only", "off");
        }
        await().atMost(FULL ? SECOND : MAX_WAIT)
                .until(() -> call(0, "/Product/Detail").success());
    }

    /// New connections begin only after all processes have read the configuration.
    private static void reconfigure(String how, String readOnly) {
        TestDatabase.execute(database.address(), "ALTER SYSTEM " + how);
        TestDatabase.execute(database.address(), "SELECT pg_reload_conf()");
        await().atMost(MAX_WAIT)
                .until(() -> TestDatabase.query(database.address(), "SHOW default_transaction_read_only")
                        .equals(readOnly));
    }

    private static Reply createStock(int number) {
        int i = number % merchants.size();
        return merchants.get(i).postUnchecked(server.baseUrl(), "/Stock/Creat", TestMerchant.JSON, """
                        [{"pid":%d,"color":"red","param":[{"size":"38","stock":1}]}]""".formatted(
                        products.get(i)));
    }

    private static void report(
            String name, Duration time, ConstantRateCalls calls, ConstantRateCalls others, long repaired) {
        System.out.printf(
                "%s for %d s: longest answer %d ms, of other calls %d ms; first success after %d ms%n",
                name,
                time.toSeconds(),
                calls.longest().toMillis(),
                others.longest().toMillis(),
                calls.firstSuccessAfter(repaired).toMillis());
    }

    private static ConstantRateCalls health() {
        return new ConstantRateCalls(5, _ -> SimpleHttp.get(server.healthUrl() + "/health/ready"));
    }

    private static ConstantRateCalls calls(int perSecond, String path) {
        return new ConstantRateCalls(perSecond, path, i -> call(i, path));
    }

    private static Reply call(int number, String path) {
        int i = number % merchants.size();
        var form = "page=1&productid=%1$d&pid=%1$d".formatted(products.get(i));
        return merchants.get(i).postUnchecked(server.baseUrl(), path, TestMerchant.FORM, form);
    }
}
