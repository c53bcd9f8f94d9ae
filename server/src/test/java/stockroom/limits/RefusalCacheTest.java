package stockroom.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RefusalCacheTest {
    private static final Duration LEFT = Duration.ofMinutes(1);
    private static final Duration ANSWER_TAKES = Duration.ofMillis(50);

    private final RefusalCache<String> refusals = new RefusalCache<>();

    /// The database may have counted what is left just before its answer arrived.
    @Test
    void tellsWhatIsLeftFromTheAnswerOfASlowQuestion() {
        long answered = refusals.ask("day", RefusalCacheTest::slowQuestion, _ -> Optional.of(LEFT));

        var told = refusals.closedFor("day").orElseThrow();

        assertThat(System.nanoTime() + told.toNanos()).isGreaterThanOrEqualTo(answered + LEFT.toNanos());
    }

    /// The database may have counted it when the question arrived.
    @Test
    void refusesNoLongerThanFromTheQuestion() {
        refusals.ask("turn", RefusalCacheTest::slowQuestion, _ -> Optional.of(ANSWER_TAKES));

        assertThat(refusals.closedFor("turn")).isEmpty();
    }

    @Test
    void anAnswerThatClosesNothingIsNotRemembered() {
        refusals.ask("open", () -> "taken", _ -> Optional.empty());

        assertThat(refusals.closedFor("open")).isEmpty();
    }

    /// Returns when it was answered.
    private static long slowQuestion() {
        try {
            Thread.sleep(ANSWER_TAKES);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return System.nanoTime();
    }
}
