package stockroom.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import stockroom.auth.Caller;
import stockroom.auth.MerchantId;

class RefusalCacheTest {
    private static final Duration LEFT = Duration.ofMinutes(1);
    private static final Duration ANSWER_TAKES = Duration.ofMillis(50);

    private final RefusalCache refusals = new RefusalCache();
    private final Caller caller = new Caller(new MerchantId(1), 1, 1);

    /// The database may have counted the rest just before its response arrived.
    @Test
    void tellsWhatIsLeftFromTheAnswerOfASlowQuestion() {
        long asked = System.nanoTime();
        long answered = slowQuestion();
        refusals.remember(RefusalCache.turn(caller), asked, LEFT);

        var told = refusals.closedFor(RefusalCache.turn(caller)).orElseThrow();

        assertThat(System.nanoTime() + told.toNanos()).isGreaterThanOrEqualTo(answered + LEFT.toNanos());
    }

    /// The database may have counted when the query arrived.
    @Test
    void refusesNoLongerThanFromTheQuestion() {
        long asked = System.nanoTime();
        slowQuestion();
        refusals.remember(RefusalCache.turn(caller), asked, ANSWER_TAKES);

        assertThat(refusals.closedFor(RefusalCache.turn(caller))).isEmpty();
    }

    @Test
    void anAnswerThatLeavesNothingClosesNothing() {
        refusals.remember(RefusalCache.turn(caller), System.nanoTime(), Duration.ZERO);

        assertThat(refusals.closedFor(RefusalCache.turn(caller))).isEmpty();
    }

    @Test
    void aDayThatIsUsedUpClosesNoTurn() {
        refusals.remember(RefusalCache.day(caller), System.nanoTime(), LEFT);

        assertThat(refusals.closedFor(RefusalCache.turn(caller))).isEmpty();
        assertThat(refusals.closedFor(RefusalCache.day(caller))).isPresent();
    }

    /// Returns when the response arrived.
    private static long slowQuestion() {
        try {
            Thread.sleep(ANSWER_TAKES);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return System.nanoTime();
    }
}
