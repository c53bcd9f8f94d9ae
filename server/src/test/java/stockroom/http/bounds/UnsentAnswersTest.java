package stockroom.http.bounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import stockroom.http.failure.Failure;
import stockroom.share.Owner;

class UnsentAnswersTest {
    private static final Owner BUSY = new Owner(1, 10, 100);
    private static final Owner COLLEAGUE = new Owner(1, 10, 101);
    private static final Owner OTHER = new Owner(2, 20, 200);

    private final UnsentAnswers answers = new UnsentAnswers(800);

    private UnsentAnswers.Unsent add(Owner owner, int size) {
        return answers.add(owner, size, () -> {
            throw new AssertionError("given up, though it is new");
        });
    }

    /// The caller replaces its unread responses by new ones before they are old enough to be closed.
    @Test
    void aCallerWhoseNewAnswersNobodyReadsLeavesRoomForThoseOfOthers() {
        var unread = new ArrayList<UnsentAnswers.Unsent>();
        for (int i = 0; i < 6; i++) {
            unread.add(add(BUSY, 100));
        }
        assertThatThrownBy(() -> add(BUSY, 100)).isInstanceOf(Failure.Overloaded.class);

        var ofOther = add(OTHER, 100);
        add(COLLEAGUE, 50);
        assertThatThrownBy(() -> add(BUSY, 50)).isInstanceOf(Failure.Limited.class);

        answers.sent(ofOther);
        unread.forEach(answers::sent);
        assertThat(answers.bytes()).isEqualTo(50);
        assertThat(answers.givenUp()).isZero();
        add(BUSY, 500);
    }

    @Test
    void anAnswerLargerThanTheRestIsSentToOneWhoHasNone() {
        add(BUSY, 500);

        add(OTHER, 300);

        assertThat(answers.bytes()).isEqualTo(800);
    }
}
