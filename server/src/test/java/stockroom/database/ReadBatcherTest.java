package stockroom.database;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.share.Owner;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.machine.Standstills;

/// Reads of many callers share one round trip, and each gets its own result or failure.
@Tag("slow")
class ReadBatcherTest {
    private static final int CALLERS = 100;
    /// Sleeps so that all others arrive and wait.
    private static final String SLOWLY = "SELECT 1000 / ? AS answer, txid_current() AS batch, pg_sleep(0.03)";

    private final DatabaseAddress address = TestDatabase.fresh();
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

    private record Answer(int value, long batch) {}

    @AfterEach
    void stop() {
        callers.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachOfManyCallersGetsTheAnswerToItsOwnQuestion(boolean clusterNode) throws Exception {
        try (var database = database(4, Duration.ofSeconds(60), clusterNode)) {
            var batcher = batcher(database);
            var batches = new HashSet<Long>();
            for (int round = 0; round < 3; round++) {
                var answers =
                        ask(batcher, IntStream.rangeClosed(1, CALLERS).boxed().toList());
                for (int i = 0; i < CALLERS; i++) {
                    var answer = answers.get(i).get(60, TimeUnit.SECONDS);
                    assertThat(answer.value).isEqualTo(1000 / (i + 1));
                    batches.add(answer.batch);
                }
            }
            assertThat(batches)
                    .as("batcher of %d reads", 3 * CALLERS)
                    .hasSizeLessThan(3 * CALLERS / 2)
                    .hasSizeGreaterThan(3 * CALLERS / 17);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aQuestionTheDatabaseCannotAnswerFailsForItsCallerAlone(boolean clusterNode) throws Exception {
        try (var database = database(1, Duration.ofSeconds(60), clusterNode)) {
            var questions = new ArrayList<>(IntStream.rangeClosed(1, 30).boxed().toList());
            questions.set(20, 0);
            var answers = ask(batcher(database), questions);
            for (int i = 0; i < questions.size(); i++) {
                var answer = answers.get(i);
                if (questions.get(i) == 0) {
                    assertThatThrownBy(() -> answer.get(60, TimeUnit.SECONDS))
                            .isInstanceOf(ExecutionException.class)
                            .cause()
                            .isInstanceOf(IllegalStateException.class)
                            .hasStackTraceContaining("division by zero");
                } else {
                    assertThat(answer.get(60, TimeUnit.SECONDS).value).isEqualTo(1000 / questions.get(i));
                }
            }
        }
    }

    /// Such an error is a row nested too deep, or a lack of memory.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anErrorInTheMiddleOfABatchFailsForItsCallerAlone(boolean clusterNode) throws Exception {
        try (var database = database(1, Duration.ofSeconds(60), clusterNode)) {
            var batcher = database.batcher(
                    "a test", SLOWLY, (Parameters parameters, Integer key) -> parameters.next(key), rows -> {
                        var answer = answer(rows);
                        if (answer.value == 1000 / 500) {
                            throw new StackOverflowError("by this row");
                        }
                        return answer;
                    });
            var questions = new ArrayList<>(IntStream.rangeClosed(1, 30).boxed().toList());
            questions.set(20, 500);
            var answers = ask(batcher, questions);
            for (int i = 0; i < questions.size(); i++) {
                var answer = answers.get(i);
                if (i == 20) {
                    assertThatThrownBy(() -> answer.get(60, TimeUnit.SECONDS))
                            .hasCauseInstanceOf(StackOverflowError.class);
                } else {
                    assertThat(answer.get(60, TimeUnit.SECONDS).value).isEqualTo(1000 / questions.get(i));
                }
            }
            assertThat(batcher.read(4).value).as("the next batch").isEqualTo(250);
        }
    }

    @Test
    void readsThatTookTooLongAreNotTriedAgainAndTheNextAreServed() throws Exception {
        try (var database = new Database(
                address,
                new Database.Pool("batcher", 1, Duration.ofSeconds(60), Duration.ofMillis(500)),
                new SimpleMeterRegistry(),
                OpenTelemetry.noop())) {
            var batcher = database.batcher(
                    "a test",
                    "SELECT 7 AS answer, 0 AS batch, pg_sleep(? / 1000.0)",
                    (Parameters parameters, Integer millis) -> parameters.next(millis),
                    ReadBatcherTest::answer);
            long begun = System.nanoTime();
            for (var answer : ask(batcher, Collections.nCopies(65, 2_000))) {
                assertThatThrownBy(() -> answer.get(60, TimeUnit.SECONDS))
                        .cause()
                        .isInstanceOfSatisfying(
                                DatabaseFailure.class,
                                failure -> assertThat(failure.isTimeout()).isTrue());
            }
            // the first read runs alone, then sixteen at a time; one by one they would take half a minute more
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isBetween(Duration.ofMillis(950), Duration.ofSeconds(20));
            await().atMost(60, SECONDS).until(() -> answers(batcher, 5, 7));
        }
    }

    @Test
    @Tag("alone")
    void aCallerWhoseTimeIsUpLeavesAndTheOthersAreServed() throws Exception {
        try (var database = database(1, Duration.ofSeconds(60))) {
            var batcher = batcher(database);
            Future<String> busy;
            List<Future<Answer>> patient;
            try (var _ = lock()) {
                busy = busy(database);
                long begun = Standstills.now();
                long until = begun + 300_000_000;
                patient = ask(batcher, List.of(1, 2));
                var hurried = IntStream.range(3, 10)
                        .mapToObj(i -> callers.submit(
                                () -> Deadline.within(() -> until - System.nanoTime(), () -> batcher.read(i))))
                        .toList();
                for (var answer : hurried) {
                    assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS))
                            .hasCauseInstanceOf(DatabaseFailure.Busy.class);
                }
                long left = Standstills.now();
                assertThat(left - begun).isGreaterThan(290_000_000);
                assertThat(Standstills.running(begun, left)).isLessThan(Duration.ofMillis(800));
            }
            busy.get(20, TimeUnit.SECONDS);
            assertThat(patient.getFirst().get(20, TimeUnit.SECONDS).value).isEqualTo(1000);
            assertThat(patient.getLast().get(20, TimeUnit.SECONDS).value).isEqualTo(500);
        }
    }

    @Test
    @Tag("alone")
    void aCallerWhoseTimeIsUpInABatchThatAnotherExecutesLeavesIt() throws Exception {
        try (var database = database(1, Duration.ofSeconds(60))) {
            var batcher = database.batcher(
                    "a test",
                    "SELECT CASE ?::integer WHEN 0 THEN pg_advisory_xact_lock_shared(1)::text ELSE pg_sleep(1)::text END",
                    (Parameters parameters, Integer key) -> parameters.next(key),
                    ResultSet::next);
            Future<Boolean> alone;
            Future<Boolean> patient;
            Future<Boolean> hurried;
            long until;
            try (var _ = lock()) {
                // this read runs alone, and the first of the waiting reads will execute the others
                alone = callers.submit(() -> batcher.read(0));
                awaitWaitingForLock();
                patient = waiting(() -> batcher.read(1));
                until = Standstills.now() + Duration.ofMillis(700).toNanos();
                hurried = waiting(() -> Deadline.within(() -> until - System.nanoTime(), () -> batcher.read(2)));
            }
            assertThat(alone.get(20, TimeUnit.SECONDS)).isTrue();

            assertThatThrownBy(() -> hurried.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(DatabaseFailure.Busy.class);

            assertThat(Standstills.running(until, Standstills.now())).isLessThan(Duration.ofMillis(400));
            assertThat(patient.isDone()).as("the batch has ended").isFalse();
            assertThat(patient.get(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    /// Returns once the read waits in the batcher or has ended.
    private static <T> Future<T> waiting(Callable<T> read) {
        var task = new FutureTask<>(read);
        var thread = Thread.startVirtualThread(task);
        await().pollInterval(Duration.ofMillis(10))
                .atMost(60, SECONDS)
                .until(() -> thread.getState() == Thread.State.WAITING || task.isDone());
        return task;
    }

    @Test
    @Tag("alone")
    void withoutAFreeConnectionAllWhoWaitAreToldInTimeAndTheNextIsServed() throws Exception {
        try (var database = database(1, Duration.ofMillis(500))) {
            var batcher = batcher(database);
            // by then the pool has opened its connection, which may take longer than a read waits
            await().atMost(60, SECONDS).until(() -> answers(batcher, 4, 250));
            Future<String> busy;
            try (var _ = lock()) {
                busy = busy(database);
                long begun = Standstills.now();
                for (var answer : ask(batcher, List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))) {
                    assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS))
                            .hasCauseInstanceOf(DatabaseFailure.class);
                }
                long told = Standstills.now();
                assertThat(told - begun).isGreaterThan(450_000_000);
                assertThat(Standstills.running(begun, told)).isLessThan(Duration.ofSeconds(1));
            }
            busy.get(20, TimeUnit.SECONDS);
            assertThat(batcher.read(4).value).isEqualTo(250);
        }
    }

    @Test
    void whereReadsAreStuckOneWhoWaitsForOthersAlreadyIsRefusedAndAnotherWaits() throws Exception {
        var many = new Owner(1, 10, 100);
        try (var database = database(1, Duration.ofSeconds(60))) {
            var batcher = batcher(database);
            Future<String> busy;
            List<Future<Answer>> patient;
            Future<Answer> other;
            try (var _ = lock()) {
                busy = busy(database);
                patient = IntStream.range(0, 257)
                        .mapToObj(_ -> callers.submit(() -> many.run(() -> batcher.read(1))))
                        .toList();
                await().atMost(60, SECONDS).untilAsserted(() -> {
                    long until = System.nanoTime() + 100_000_000;
                    assertThatThrownBy(() -> many.run(
                                    () -> Deadline.within(() -> until - System.nanoTime(), () -> batcher.read(2))))
                            .hasRootCauseMessage("too many wait for this read already");
                });
                other = waiting(() -> batcher.read(4));
                assertThat(other.isDone()).isFalse();
            }
            assertThat(other.get(20, TimeUnit.SECONDS).value).isEqualTo(250);
            busy.get(20, TimeUnit.SECONDS);
            for (var answer : patient) {
                assertThat(answer.get(20, TimeUnit.SECONDS).value).isEqualTo(1000);
            }
        }
    }

    private Connection lock() {
        return TestDatabase.holding(address, "SELECT pg_advisory_xact_lock(1)");
    }

    private Future<String> busy(Database database) {
        var busy = callers.submit(() -> database.run(
                "busy",
                handle -> handle.createQuery("SELECT pg_advisory_xact_lock_shared(1)::text")
                        .mapTo(String.class)
                        .one()));
        awaitWaitingForLock();
        return busy;
    }

    private void awaitWaitingForLock() {
        await().atMost(60, SECONDS)
                .until(() -> TestDatabase.query(
                                address,
                                "SELECT count(*) FROM pg_stat_activity"
                                        + " WHERE datname = current_database() AND wait_event = 'advisory'")
                        .equals("1"));
    }

    @Test
    void oneWhoCameLaterIsNotFailedWithThoseWhoWaitedInVain() throws Exception {
        var metrics = new SimpleMeterRegistry();
        var pool = new Database.Pool("batcher", 1, Duration.ofSeconds(15), Duration.ofSeconds(60));
        try (var database = new Database(address, pool, metrics, OpenTelemetry.noop())) {
            var batcher = batcher(database);
            Future<String> busy;
            Future<Answer> later;
            try (var _ = lock()) {
                busy = busy(database);
                var first = callers.submit(() -> batcher.read(1));
                await().atMost(60, SECONDS).until(() -> connections(metrics, "waiting") == 1);
                // the later read may wait this much longer than the first, since the lock may be released late
                Thread.sleep(Duration.ofSeconds(11));
                later = callers.submit(() -> batcher.read(4));

                assertThatThrownBy(() -> first.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(DatabaseFailure.class);
            }
            assertThat(later.get(60, TimeUnit.SECONDS).value).isEqualTo(250);
            busy.get(60, TimeUnit.SECONDS);
        }
    }

    private static double connections(SimpleMeterRegistry metrics, String state) {
        return metrics.get("stockroom.database.connections." + state).gauge().value();
    }

    @Test
    void aDatabaseThatGoesAndComesBackIsReadAgain() throws Exception {
        try (var database = database(2, Duration.ofMillis(500))) {
            var batcher = batcher(database);
            await().atMost(60, SECONDS).until(() -> answers(batcher, 4, 250));
            TestDatabase.allowConnections(address, false);
            long begun = System.nanoTime();
            for (var answer : ask(batcher, IntStream.rangeClosed(1, 200).boxed().toList())) {
                assertThatThrownBy(() -> answer.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(DatabaseFailure.class);
            }
            // they wait at the same time; one by one they would take most of a minute
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
            TestDatabase.allowConnections(address, true);
            await().atMost(60, SECONDS).until(() -> answers(batcher, 5, 200));
        }
    }

    private static boolean answers(BatchedRead<Integer, Answer> batcher, int question, int expected) {
        try {
            return batcher.read(question).value == expected;
        } catch (DatabaseFailure e) {
            return false;
        }
    }

    private static BatchedRead<Integer, Answer> batcher(Database database) {
        return database.batcher("a test", SLOWLY, (parameters, key) -> parameters.next(key), ReadBatcherTest::answer);
    }

    private static Answer answer(ResultSet rows) throws SQLException {
        rows.next();
        return new Answer(rows.getInt("answer"), rows.getLong("batch"));
    }

    private List<Future<Answer>> ask(BatchedRead<Integer, Answer> batcher, List<Integer> questions) {
        return questions.stream()
                .map(question -> callers.submit(() -> batcher.read(question)))
                .toList();
    }

    private Database database(int connections, Duration waitTime) {
        return database(connections, waitTime, false);
    }

    private Database database(int connections, Duration waitTime, boolean clusterNode) {
        return new Database(
                address,
                new Database.Pool("batcher", connections, waitTime, Duration.ofSeconds(60)),
                new SimpleMeterRegistry(),
                OpenTelemetry.noop(),
                clusterNode);
    }
}
