package stockroom.share;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FairQueueTest {
    private static final Owner BUSY = new Owner(1, 10, 100);
    private static final Owner COLLEAGUE = new Owner(1, 10, 101);
    private static final Owner OTHER = new Owner(2, 20, 200);

    private final FairQueue<String> queue = new FairQueue<>();

    private List<String> pollAll() {
        var polled = new ArrayList<String>();
        for (var next = queue.poll(); next != null; next = queue.poll()) {
            polled.add(next);
        }
        return polled;
    }

    @Test
    void applicationsTakeTurnsAndWithinThemAccounts() {
        for (int i = 1; i <= 4; i++) {
            queue.add(BUSY, "busy" + i);
        }
        queue.add(COLLEAGUE, "colleague");
        queue.add(OTHER, "other1");
        queue.add(OTHER, "other2");

        assertThat(pollAll()).containsExactly("busy1", "other1", "colleague", "other2", "busy2", "busy3", "busy4");
    }

    @Test
    void whoSpentLeastInTheLastSecondComesFirst() {
        var spending = new Spending();
        var charged = new FairQueue<String>(spending);
        // a later time, so that no spending expires before the test ends
        long now = System.nanoTime() + 60_000_000_000L;
        spending.add(BUSY, 300_000_000, now);
        spending.add(COLLEAGUE, 100_000_000, now);
        charged.add(BUSY, "busy");
        charged.add(COLLEAGUE, "colleague");
        charged.add(OTHER, "other1");
        charged.add(OTHER, "other2");

        assertThat(charged.poll()).isEqualTo("other1");
        assertThat(charged.poll()).isEqualTo("other2");
        assertThat(charged.poll()).isEqualTo("colleague");
        assertThat(charged.poll()).isEqualTo("busy");
    }

    @Test
    void whatIsNotWantedStays() {
        queue.add(BUSY, "busy");

        assertThat(queue.pollIf(_ -> false)).isNull();
        assertThat(queue.size()).isOne();
        assertThat(queue.pollIf("busy"::equals)).isEqualTo("busy");
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void whatWasSpentIsForgottenWithinASecond() {
        var spending = new Spending();
        spending.add(BUSY, 400, 0);

        assertThat(spending.of(BUSY, 500_000_000)).isEqualTo(200);
        assertThat(spending.ofApplication(1, 500_000_000)).isEqualTo(200);
        assertThat(spending.of(BUSY, 1_000_000_001)).isZero();
        spending.add(OTHER, 1, 2_000_000_000);
        assertThat(spending.ofApplication(1, 2_000_000_000)).isZero();
    }

    @Test
    void oneWhoLeavesIsNotServedAndNotCounted() {
        queue.add(BUSY, "first");
        queue.add(BUSY, "second");
        queue.add(OTHER, "other");

        assertThat(queue.remove(BUSY, "first")).isTrue();
        assertThat(queue.remove(BUSY, "first")).isFalse();
        assertThat(queue.remove(OTHER, "other")).isTrue();
        assertThat(queue.size()).isEqualTo(1);
        assertThat(pollAll()).containsExactly("second");
        assertThat(queue.isEmpty()).isTrue();
    }
}
