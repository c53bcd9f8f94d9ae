package stockroom.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/// What other programs print, read.
class OutputTest {
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
    private static final String WRK = """
            Running 2s test @ http://127.0.0.1:20000
            Requests/sec:   4200.00
            bench requests=8400 micros=2000000 status=0 connect=0 read=0 write=0 timeout=0
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

    @Test
    void wrkCountsRequestsAndRefusals() {
        var result = Wrk.parse(WRK.replace("status=0", "status=17"));

        assertThat(result.perSecond()).isEqualTo(4_200);
        assertThat(result.refused()).isEqualTo(17);
    }

    @Test
    void aBrokenConnectionSpoilsTheRun() {
        assertThatThrownBy(() -> Wrk.parse(WRK.replace("read=0", "read=2"))).hasMessageContaining("read=2");
    }

    @Test
    void processorTimeIsReadBehindANameThatHoldsAnything() {
        var stat = "42 (a (b) c 1 2) S 1 42 42 0 -1 4194560 1 2 3 4 250 50 700 300 20 0 1 0 100 0 0";

        var times = Cpu.Times.parse(stat);

        assertThat(times.ended() / times.own()).isCloseTo(1_000 / 300.0, within(1e-9));
    }

    @Test
    void theLimitOfOpenFilesIsTheOneInForce() {
        var limits = """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             94000                94000                processes
                Max open files            20000                65536                files
                """;

        assertThat(IdleConnections.maxOpenFiles(limits)).isEqualTo(20_000);
        assertThat(IdleConnections.maxOpenFiles(limits.replace("20000", "unlimited")))
                .isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void theMedianOfAnEvenNumberLiesBetweenTheMiddleTwo() {
        assertThat(Spread.of(java.util.List.of(4.0, 1.0, 3.0, 10.0))).isEqualTo(new Spread(3.5, 1, 10));
        assertThat(Spread.of(java.util.List.of(9.0, 1.0, 2.0))).isEqualTo(new Spread(2, 1, 9));
    }
}
