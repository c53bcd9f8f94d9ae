package stockroom.database;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.testing.database.TestDatabase;

/// Reads of many callers in one round trip: each gets its own answer, and its own failure.
@Tag("slow")
class ReadBatcherTest {
    private static final int CALLERS = 100;
    /// Long enough for all the others to come and wait.
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

    /// Such as a row that nests too deep, or for which there is no memory.
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
            // one alone, then sixteen together four times; each asked once more alone would take half a minute more
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isBetween(Duration.ofMillis(950), Duration.ofSeconds(20));
            await().atMost(60, SECONDS).until(() -> answers(batcher, 5, 7));
        }
    }

    @Test
    @Tag("alone")
    void aCallerWhoseTimeIsUpLeavesAndTheOthersAreServed() throws Exception {
        try (var database = database(1, Duration.ofSeconds(10))) {
            var batcher = batcher(database);
            var busy = callers.submit(() -> database.run(
                    "busy",
                    handle -> handle.createQuery("SELECT pg_sleep(1)::text")
                            .mapTo(String.class)
                            .one()));
            Thread.sleep(100);
            long begun = System.nanoTime();
            long until = begun + 300_000_000;
            var patient = ask(batcher, List.of(1, 2));
            var hurried = IntStream.range(3, 10)
                    .mapToObj(i -> callers.submit(
                            () -> Deadline.within(() -> until - System.nanoTime(), () -> batcher.read(i))))
                    .toList();
            for (var answer : hurried) {
                assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(DatabaseFailure.Busy.class);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isBetween(Duration.ofMillis(290), Duration.ofMillis(800));
            busy.get(20, TimeUnit.SECONDS);
            assertThat(patient.getFirst().get(20, TimeUnit.SECONDS).value).isEqualTo(1000);
            assertThat(patient.getLast().get(20, TimeUnit.SECONDS).value).isEqualTo(500);
        }
    }

    @Test
    @Tag("alone")
    void aCallerWhoseTimeIsUpInABatchThatAnotherExecutesLeavesIt() throws Exception {
        try (var database = database(1, Duration.ofSeconds(10))) {
            var batcher = database.batcher(
                    "a test",
                    "SELECT pg_sleep(0.6)::text, ?::integer",
                    (Parameters parameters, Integer key) -> parameters.next(key),
                    ResultSet::next);
            // this one is executed alone, and the others wait to be executed by the first of them
            var alone = callers.submit(() -> batcher.read(0));
            Thread.sleep(100);
            var patient = callers.submit(() -> batcher.read(1));
            Thread.sleep(100);
            long until = System.nanoTime() + Duration.ofMillis(700).toNanos();
            var hurried = callers.submit(() -> Deadline.within(() -> until - System.nanoTime(), () -> batcher.read(2)));

            assertThatThrownBy(() -> hurried.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(DatabaseFailure.Busy.class);

            assertThat(Duration.ofNanos(System.nanoTime() - until)).isLessThan(Duration.ofMillis(400));
            assertThat(alone.isDone()).isTrue();
            assertThat(patient.isDone()).as("the batch has ended").isFalse();
            assertThat(patient.get(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    @Tag("alone")
    void withoutAFreeConnectionAllWhoWaitAreToldInTimeAndTheNextIsServed() throws Exception {
        try (var database = database(1, Duration.ofMillis(300))) {
            var batcher = batcher(database);
            var busy = callers.submit(() -> database.run(
                    "busy",
                    handle -> handle.createQuery("SELECT pg_sleep(1.5)::text")
                            .mapTo(String.class)
                            .one()));
            Thread.sleep(100);
            long begun = System.nanoTime();
            for (var answer : ask(batcher, List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))) {
                assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(DatabaseFailure.class);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isBetween(Duration.ofMillis(250), Duration.ofMillis(1_000));
            busy.get(20, TimeUnit.SECONDS);
            assertThat(batcher.read(4).value).isEqualTo(250);
        }
    }

    @Test
    void oneWhoCameLaterIsNotFailedWithThoseWhoWaitedInVain() throws Exception {
        var metrics = new SimpleMeterRegistry();
        var pool = new Database.Pool("batcher", 1, Duration.ofSeconds(15), Duration.ofSeconds(60));
        try (var database = new Database(address, pool, metrics, OpenTelemetry.noop())) {
            var batcher = batcher(database);
            Future<String> busy;
            Future<Answer> later;
            try (var _ = TestDatabase.holding(address, "SELECT pg_advisory_xact_lock(1)")) {
                busy = callers.submit(() -> database.run(
                        "busy",
                        handle -> handle.createQuery("SELECT pg_advisory_xact_lock_shared(1)::text")
                                .mapTo(String.class)
                                .one()));
                await().atMost(60, SECONDS).until(() -> connections(metrics, "used") == 1);
                var first = callers.submit(() -> batcher.read(1));
                await().atMost(60, SECONDS).until(() -> connections(metrics, "waiting") == 1);
                // so much longer than the first it goes on waiting, while the lock may be given back late
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
            // they wait together; one after the other they would take most of a minute
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
