package stockroom.bench.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import stockroom.bench.result.Sample;

class PgbenchTest {
    private static final String PGBENCH = """
        progress: 1.0 s, 1000.0 tps, lat 0.4 ms stddev 0.1, 0 failed
        progress: 2.0 s, 2000.0 tps, lat 0.4 ms stddev 0.1, 0 failed
        progress: 3.0 s, 9000.0 tps, lat 0.4 ms stddev 0.1, 0 failed
        progress: 4.5 s, 4000.0 tps, lat 0.4 ms stddev 0.1, 0 failed
        transaction type: multiple scripts
        number of transactions actually processed: 18012
        number of failed transactions: 0 (0.000%)
        initial connection time = 85.061 ms
        tps = 4002.5 (without initial connection time)
        """;

    @Test
    void whatPgbenchDoesBeforeItIsWarmDoesNotCount() {
        var result = Pgbench.parse(PGBENCH, 2);

        assertThat(result.transactions()).isEqualTo(18_012);
        assertThat(result.perSecond()).isCloseTo((9_000 + 1.5 * 4_000) / 2.5, within(0.01));
    }

    @Test
    void timesOfPgbenchCountFromTheSecondAfterItsWarmUp() {
        var samples = Pgbench.samples(
                List.of("0 0 900 0 100 5 0", "1 0 800 0 102 5 0", "0 1 50 0 103 60 0", "1 1 70 0 104 5 0"), 2);

        assertThat(samples).containsExactly(new Sample(103_000_010_000L, 50), new Sample(103_999_935_000L, 70));
    }

    @Test
    void aFailedTransactionSpoilsTheRun() {
        var output = PGBENCH.replace("failed transactions: 0", "failed transactions: 3");

        assertThatThrownBy(() -> Pgbench.parse(output, 2)).hasMessageContaining("3 transactions failed");
    }
}
