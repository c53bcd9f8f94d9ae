package stockroom.database.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestClock;
import stockroom.testing.platform.TestMerchant;

/// Moves the clocks of nodes; [stockroom.retention.WrongClockTest] also moves the database's clock.
@Tag("slow")
class ClockWatchTest {
    private static final Supplier<Optional<Instant>> NO_PUSH = Optional::empty;

    private final Platform platform = Platform.start(Map.of());
    private final TestClock clock = new TestClock();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    /// The test triggers each reading.
    private final ClockWatch watch = watch(clock, metrics);

    private ClockWatch watch(InstantSource clock, SimpleMeterRegistry metrics) {
        return new ClockWatch(platform.database(), clock, Duration.ofDays(1), metrics);
    }

    @AfterEach
    void close() {
        watch.close();
        platform.close();
    }

    private void setWatched(String watched, String readAt) {
        platform.execute("UPDATE clock_watch SET watched = %s, read_at = %s".formatted(watched, readAt));
    }

    private boolean isTrusted() {
        return platform.query("SELECT trusted_time() IS NOT NULL").equals("t");
    }

    private double secondsWatched() {
        return Double.parseDouble(platform.query("SELECT extract(epoch FROM watched) FROM clock_watch"));
    }

    private double metric(String name) {
        return metrics.get(name).gauge().value();
    }

    @Test
    void theTimeIsTrustedAfterADayWithoutSuspicion() throws Exception {
        setWatched("interval '23:59:00'", "clock_timestamp()");
        watch.read();
        assertThat(isTrusted()).isFalse();

        setWatched("interval '23:59:59'", "read_at");
        Thread.sleep(1_100);
        watch.read();

        assertThat(isTrusted()).isTrue();
        assertThat(metric("stockroom.clock.watched")).isBetween(86_400.0, 86_500.0);
        assertThat(metric("stockroom.clock.suspect")).isZero();
        assertThat(platform.query("SELECT count(*) FROM suspect_interval")).isEqualTo("0");
    }

    @Test
    void whatTwoNodesWatchTogetherIsCountedOnce() throws Exception {
        try (var other = watch(new TestClock(), new SimpleMeterRegistry())) {
            long begun = System.nanoTime();
            setWatched("'0'", "clock_timestamp()");
            for (int i = 0; i < 5; i++) {
                Thread.sleep(100);
                watch.read();
                Thread.sleep(50);
                other.read();
            }
            double passed = (System.nanoTime() - begun) / 1e9;

            assertThat(secondsWatched()).isBetween(0.7, passed);
        }
    }

    @Test
    void fiveMinutesUnwatchedBeginItAnew() {
        setWatched("interval '30 days'", "clock_timestamp() - interval '4 minutes'");
        watch.read();
        assertThat(isTrusted()).isTrue();

        setWatched("interval '30 days'", "clock_timestamp() - interval '6 minutes'");
        assertThat(isTrusted()).isFalse();
        watch.read();
        assertThat(isTrusted()).isFalse();
        assertThat(secondsWatched()).isLessThan(60);
    }

    @Test
    void aNodeWhoseClockDiffersMakesTheTimeSuspect() {
        platform.watchClocks();
        clock.move(Duration.ofMinutes(4));
        watch.read();
        assertThat(isTrusted()).isTrue();

        clock.move(Duration.ofMinutes(2));
        watch.read();
        assertThat(isTrusted()).isFalse();
        assertThat(metric("stockroom.clock.suspect")).isOne();
        assertThat(isSuspect(Instant.now().minusSeconds(3_600))).isFalse();
        assertThat(isSuspect(Instant.now())).as("since the last reading").isTrue();
        watch.read();
        watch.read();
        assertThat(platform.query("SELECT count(*) FROM suspect_interval")).isEqualTo("1");

        clock.move(Duration.ofMinutes(-6));
        watch.read();
        watch.read();
        assertThat(isTrusted()).isFalse();
        assertThat(secondsWatched()).isLessThan(60);
        assertThat(isSuspect(suspectTime())).isTrue();
        assertThat(isSuspect(Instant.now())).as("once the clocks agree").isFalse();
    }

    @Test
    void aReadingThatTookLongLeavesNoTimeUnsuspected() {
        platform.watchClocks();
        var pause = new AtomicLong(Duration.ofMillis(200).toNanos());
        InstantSource slowAtFirst = () -> {
            LockSupport.parkNanos(pause.getAndSet(0));
            return clock.instant();
        };
        try (var slow = watch(slowAtFirst, new SimpleMeterRegistry())) {
            clock.move(Duration.ofMinutes(6));
            slow.read();
        }

        assertThat(platform.query("SELECT count(*) FROM suspect_interval")).isEqualTo("1");
    }

    @Test
    void aNodeThatStartsWithAWrongClockDropsNothing() {
        platform.watchClocks();
        var wrong = new TestClock();
        wrong.move(Duration.ofDays(-1));

        try (var _ = watch(wrong, new SimpleMeterRegistry())) {
            assertThat(isTrusted()).isFalse();
        }
    }

    private boolean isSuspect(Instant time) {
        return watch.isSuspect(time, Instant.now(), NO_PUSH);
    }

    private Instant suspectTime() {
        return Instant.parse(
                platform.query("SELECT to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
                        + " FROM suspect_interval"));
    }

    @Test
    void stockAsOfASuspectTimeIsNotTold() {
        var merchant = platform.merchant();
        int product = merchant.product();
        merchant.withStock(product, "red", 38, 5);
        platform.execute("""
                INSERT INTO suspect_interval (since, until, made_since, seen_at)
                VALUES (now() - interval '3 hours', now() - interval '2 hours', now() - interval '3 hours', now()),
                       (now() - interval '1 minute', now() + interval '1 hour', now() - interval '1 hour', now())
                """);

        try (var node = Platform.on(platform)) {
            assertThat(asOf(node, merchant, product, Duration.ofHours(4))).isEqualTo("STOCK_NOT_ADDED");
            assertThat(asOf(node, merchant, product, Duration.ofMinutes(150))).isEqualTo("AS_OF_TOO_FAR");
            assertThat(asOf(node, merchant, product, Duration.ofMinutes(90))).isEqualTo("STOCK_NOT_ADDED");
            // a clock that was ahead may have given the push a later time
            assertThat(asOf(node, merchant, product, Duration.ofMinutes(30))).isEqualTo("AS_OF_TOO_FAR");
            platform.execute("UPDATE suspect_interval SET since = now() + interval '30 minutes' WHERE until > now()");
        }
        try (var node = Platform.on(platform)) {
            assertThat(asOf(node, merchant, product, Duration.ofMinutes(30))).isEqualTo("STOCK_NOT_ADDED");
            // times are suspect until pushes follow the clock again
            platform.execute("UPDATE push_counter SET last_at = now() + interval '10 minutes'");
            assertThat(asOf(node, merchant, product, Duration.ofMinutes(30))).isEqualTo("AS_OF_TOO_FAR");
            assertThat(asOf(node, merchant, product, Duration.ofHours(-2))).isEqualTo("AS_OF_IN_FUTURE");
        }
    }

    private static String asOf(Platform node, TestMerchant merchant, int product, Duration ago) {
        return merchant.postTo(
                        node.baseUrl(),
                        "/Stock/List",
                        TestMerchant.FORM,
                        TestMerchant.form(
                                "productid", product, "asOf", Instant.now().minus(ago)))
                .code();
    }
}
