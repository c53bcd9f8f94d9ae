package stockroom.client.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import stockroom.client.model.Push;

class FeedPositionTest {
    private static Push push(long number) {
        return new Push(number, Instant.EPOCH, "create", "operator", null, null, null, null, null, List.of());
    }

    @Test
    void aPositionIsTheSameAfterItWasStored() {
        var begin = FeedPosition.of("abc_-9");
        var within = begin.after(push(17));

        assertThat(begin.text()).isEqualTo("abc_-9");
        assertThat(within.text()).startsWith("abc_-9").isNotEqualTo("abc_-9");
        assertThat(FeedPosition.of(within.text())).isEqualTo(within);
        // the server decides about any other text
        assertThat(FeedPosition.of("what is that").cursor()).isEqualTo("what is that");
    }

    @Test
    void withoutACursorItBeginsAtAPushOrAtTheStart() {
        for (var begin : List.of(FeedPosition.START, FeedPosition.afterPush(0), FeedPosition.afterPush(1L << 53))) {
            assertThat(FeedPosition.of(begin.text())).isEqualTo(begin);
            assertThat(begin.after(push(17))).isEqualTo(FeedPosition.afterPush(17));
            assertThat(begin.afterPage("b", List.of())).isEqualTo(new FeedPosition("b", 0));
        }
        assertThat(FeedPosition.START.form().text()).isEqualTo("from=start");
        assertThat(FeedPosition.afterPush(0).form().text()).isEqualTo("from=0");
        assertThat(FeedPosition.of("abc 17").form().text()).isEqualTo("cursor=abc");
    }

    @Test
    void whatWasReadIsPassedOverHoweverThePagesAreCut() {
        var position = new FeedPosition("a", 3);

        assertThat(position.unread(List.of(push(1), push(2), push(3), push(4)))).containsExactly(push(4));
        assertThat(position.afterPage("b", List.of(push(1), push(2)))).isEqualTo(new FeedPosition("b", 3));
        assertThat(position.afterPage("b", List.of(push(1), push(2), push(3)))).isEqualTo(new FeedPosition("b", 0));
        assertThat(position.afterPage("b", List.of())).isEqualTo(new FeedPosition("b", 0));
    }
}
