package stockroom.database;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.TestDatabase;

/// A caller whose thread is interrupted goes without an answer, and nobody else does.
@Tag("slow")
class InterruptedReadsTest {
    private final DatabaseAddress address = TestDatabase.fresh();
    private final Set<Integer> executing = ConcurrentHashMap.newKeySet();
    private Database database;
    /// Each asks for so many milliseconds of sleep. With one connection there is one batch at a time.
    private ReadBatcher<Integer, Integer> batcher;

    @BeforeEach
    void open() {
        database = new Database(
                address,
                new Database.Pool("batcher", 1, Duration.ofSeconds(5), Duration.ofSeconds(10)),
                new SimpleMeterRegistry(),
                OpenTelemetry.noop());
        batcher = database.batcher(
                "a test",
                "SELECT ?::int AS millis, pg_sleep(? / 1000.0)",
                (parameters, millis) -> {
                    executing.add(millis);
                    parameters.next(millis).next(millis);
                },
                rows -> {
                    rows.next();
                    return rows.getInt("millis");
                });
    }

    @AfterEach
    void close() {
        database.close();
    }

    private record Caller(Thread thread, FutureTask<Integer> answer, AtomicBoolean stillInterrupted) {}

    @Test
    void oneThatIsInterruptedWhileItWaitsLeavesTheNextReadToAnother() throws Exception {
        var first = executingCall(600);
        var interrupted = waiting(50);
        var others = othersWaiting();

        interrupted.thread.interrupt();

        assertServed(first, 600);
        assertInterrupted(interrupted);
        assertAllServed(others);
    }

    @Test
    void oneThatIsInterruptedWhileItsReadExecutesDoesNotFailTheOthers() throws Exception {
        var first = executingCall(300);
        var interrupted = waiting(500);
        var others = othersWaiting();
        assertServed(first, 300);
        awaitSoon(() -> executing.contains(500));

        interrupted.thread.interrupt();

        assertInterrupted(interrupted);
        assertAllServed(others);
    }

    @Test
    void oneThatIsInterruptedWhileThereIsNoConnectionLeavesTheOthersToWaitForOne() throws Exception {
        assertThat(batcher.read(9)).isEqualTo(9);
        TestDatabase.allowConnections(address, false);
        // the pool does not look whether a connection is alive that was used half a second ago
        Thread.sleep(700);
        var interrupted = call(50);
        awaitSoon(() -> interrupted.thread.getState() == Thread.State.TIMED_WAITING);
        var others = othersWaiting();

        interrupted.thread.interrupt();
        assertInterrupted(interrupted);
        TestDatabase.allowConnections(address, true);

        assertAllServed(others);
    }

    /// Looks at once and often: the reads that it watches take less than a second.
    private static void awaitSoon(Callable<Boolean> condition) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .atMost(60, SECONDS)
                .until(condition);
    }

    private Caller executingCall(int millis) {
        var caller = call(millis);
        awaitSoon(() -> executing.contains(millis));
        return caller;
    }

    private Caller waiting(int millis) {
        var caller = call(millis);
        awaitSoon(() -> caller.thread.getState() == Thread.State.WAITING);
        assertThat(executing).doesNotContain(millis);
        return caller;
    }

    /// Enough for a full batch of eight with the one before.
    private List<Caller> othersWaiting() {
        return IntStream.rangeClosed(1, 7).mapToObj(this::waiting).toList();
    }

    private Caller call(int millis) {
        var stillInterrupted = new AtomicBoolean();
        var answer = new FutureTask<>(() -> {
            try {
                return batcher.read(millis);
            } finally {
                stillInterrupted.set(Thread.currentThread().isInterrupted());
            }
        });
        return new Caller(Thread.ofVirtual().start(answer), answer, stillInterrupted);
    }

    private static void assertServed(Caller caller, int millis) throws Exception {
        assertThat(caller.answer.get(10, TimeUnit.SECONDS)).isEqualTo(millis);
    }

    private static void assertInterrupted(Caller caller) {
        assertThatThrownBy(() -> caller.answer.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(DatabaseFailure.class);
        assertThat(caller.stillInterrupted).as("the interruption is passed on").isTrue();
    }

    private void assertAllServed(List<Caller> callers) throws Exception {
        for (int i = 0; i < callers.size(); i++) {
            assertServed(callers.get(i), i + 1);
        }
        assertThat(batcher.read(8)).as("the next batch").isEqualTo(8);
    }
}
