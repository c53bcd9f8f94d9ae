package stockroom.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    @Test
    void aServerIsWarmOnceNoneOfThreeRoundsIsQuickerThanThoseBefore() {
        assertThat(WarmUp.isEnough(List.of(1_000.0, 1_000.0, 1_000.0))).isFalse();
        assertThat(WarmUp.isEnough(List.of(1_000.0, 900.0, 1_040.0, 950.0))).isTrue();
        assertThat(WarmUp.isEnough(List.of(1_000.0, 900.0, 950.0, 1_060.0))).isFalse();
    }
}
