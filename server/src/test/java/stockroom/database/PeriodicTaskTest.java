package stockroom.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import stockroom.testing.platform.TestLog;

class PeriodicTaskTest {
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final Duration NEVER = Duration.ofDays(1);

    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void whatFailsIsTriedAgainAndWarnedOfOnce() throws Exception {
        try (var _ = PeriodicTask.start("failing-test", PAUSE, () -> {
            runs.incrementAndGet();
            throw new IllegalStateException("failed for the test");
        })) {
            await().until(() -> runs.get() > 3);
        }

        assertThat(TestLog.read()).containsOnlyOnce("failing-test failed, retrying");
    }

    @Test
    void itBeginsAfterAPauseUnlessItIsToBeginNow() {
        try (var _ = PeriodicTask.start("test", NEVER, () -> runs.addAndGet(10));
                var _ = PeriodicTask.startNow("test", NEVER, runs::incrementAndGet)) {
            await().until(() -> runs.get() > 0);
            assertThat(runs).hasValue(1);
        }
    }

    @Test
    void itsLastRunComesAfterTheOneThatIsUnderWay() throws Exception {
        var atOnce = new AtomicInteger();
        var task = PeriodicTask.startNow("test", NEVER, () -> {
            assertThat(atOnce.incrementAndGet()).isOne();
            if (runs.incrementAndGet() == 1) {
                // spins, so that an interrupt does not end it
                for (long until = System.nanoTime() + 200_000_000L; System.nanoTime() < until; ) {
                    Thread.onSpinWait();
                }
            }
            atOnce.decrementAndGet();
        });
        await().until(() -> runs.get() == 1);

        task.closeAfterLastRun();

        assertThat(runs).hasValue(2);
        assertThat(atOnce).hasValue(0);
        Thread.sleep(100);
        assertThat(runs).hasValue(2);
    }
}
