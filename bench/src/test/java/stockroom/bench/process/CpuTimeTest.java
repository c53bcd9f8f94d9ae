package stockroom.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CpuTimeTest {
    @Test
    void processorTimeIsReadBehindANameThatHoldsAnything() {
        var stat = "42 (a (b) c 1 2) S 1 42 42 0 -1 4194560 1 2 3 4 250 50 700 300 20 0 1 0 100 0 0";

        var times = CpuTime.Times.parse(stat);

        assertThat(times.ended() / times.own()).isCloseTo(1_000 / 300.0, within(1e-9));
    }
}
