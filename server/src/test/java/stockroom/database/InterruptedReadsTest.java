package stockroom.database;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.database.TestDatabase;

/// If a caller's thread is interrupted, only its own read fails.
@Tag("slow")
class InterruptedReadsTest {
    private static final int FIRST = 100;
    private static final int INTERRUPTED = 50;

    private final DatabaseAddress address = TestDatabase.fresh();
    private final Set<Integer> executing = ConcurrentHashMap.newKeySet();
    private Database database;
    /// Each read waits while the test holds the lock of its number. The single connection allows one batch at a
    /// time.
    private BatchedRead<Integer, Integer> batcher;

    @BeforeEach
    void open() {
        database = new Database(
                address,
                new Database.Pool("batcher", 1, Duration.ofSeconds(60), Duration.ofSeconds(60)),
                new SimpleMeterRegistry(),
                OpenTelemetry.noop());
        batcher = database.batcher(
                "a test",
                "SELECT ?::int AS number, pg_advisory_xact_lock_shared(?)::text",
                (parameters, number) -> {
                    executing.add(number);
                    parameters.next(number).next(number);
                },
                rows -> {
                    rows.next();
                    return rows.getInt("number");
                });
    }

    @AfterEach
    void close() {
        database.close();
    }

    private record Caller(Thread thread, FutureTask<Integer> answer, AtomicBoolean stillInterrupted) {}

    @Test
    void oneThatIsInterruptedWhileItWaitsLeavesTheNextReadToAnother() throws Exception {
        Caller first;
        Caller interrupted;
        List<Caller> others;
        try (var _ = holding(FIRST)) {
            first = executingCall(FIRST);
            interrupted = waiting(INTERRUPTED);
            others = othersWaiting();

            interrupted.thread.interrupt();
        }

        assertServed(first, FIRST);
        assertInterrupted(interrupted);
        assertAllServed(others);
    }

    @Test
    void oneThatIsInterruptedWhileItsReadExecutesDoesNotFailTheOthers() throws Exception {
        List<Caller> others;
        try (var _ = holding(INTERRUPTED)) {
            Caller first;
            Caller interrupted;
            try (var _ = holding(FIRST)) {
                first = executingCall(FIRST);
                interrupted = waiting(INTERRUPTED);
                others = othersWaiting();
            }
            assertServed(first, FIRST);
            awaitSoon(() -> executing.contains(INTERRUPTED));

            interrupted.thread.interrupt();

            assertInterrupted(interrupted);
        }
        assertAllServed(others);
    }

    @Test
    void oneThatIsInterruptedWhileThereIsNoConnectionLeavesTheOthersToWaitForOne() throws Exception {
        assertThat(batcher.read(9)).isEqualTo(9);
        TestDatabase.allowConnections(address, false);
        // the pool tests only connections that were unused for half a second
        Thread.sleep(700);
        var interrupted = call(INTERRUPTED);
        awaitSoon(() -> interrupted.thread.getState() == Thread.State.TIMED_WAITING);
        var others = othersWaiting();

        interrupted.thread.interrupt();
        assertInterrupted(interrupted);
        TestDatabase.allowConnections(address, true);

        assertAllServed(others);
    }

    private Connection holding(int number) {
        return TestDatabase.holding(address, "SELECT pg_advisory_xact_lock(%d)".formatted(number));
    }

    private static void awaitSoon(Callable<Boolean> condition) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .atMost(60, SECONDS)
                .until(condition);
    }

    private Caller executingCall(int number) {
        var caller = call(number);
        awaitSoon(() -> executing.contains(number));
        return caller;
    }

    private Caller waiting(int number) {
        var caller = call(number);
        awaitSoon(() -> isWaiting(caller.thread));
        assertThat(executing).doesNotContain(number);
        return caller;
    }

    /// Tells whether the thread waits for its turn; turns come in the order of arrival.
    private static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.WAITING
                && Stream.of(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(PendingRead.class.getName()));
    }

    private List<Caller> othersWaiting() {
        return IntStream.rangeClosed(1, 7).mapToObj(this::waiting).toList();
    }

    private Caller call(int number) {
        var stillInterrupted = new AtomicBoolean();
        var answer = new FutureTask<>(() -> {
            try {
                return batcher.read(number);
            } finally {
                stillInterrupted.set(Thread.currentThread().isInterrupted());
            }
        });
        return new Caller(Thread.ofVirtual().start(answer), answer, stillInterrupted);
    }

    private static void assertServed(Caller caller, int number) throws Exception {
        assertThat(caller.answer.get(60, SECONDS)).isEqualTo(number);
    }

    private static void assertInterrupted(Caller caller) {
        assertThatThrownBy(() -> caller.answer.get(60, SECONDS)).hasCauseInstanceOf(DatabaseFailure.class);
        assertThat(caller.stillInterrupted).as("the interruption is passed on").isTrue();
    }

    private void assertAllServed(List<Caller> callers) throws Exception {
        for (int i = 0; i < callers.size(); i++) {
            assertServed(callers.get(i), i + 1);
        }
        assertThat(batcher.read(8)).as("the next batch").isEqualTo(8);
    }
}
