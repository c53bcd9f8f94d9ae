package stockroom.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import stockroom.bench.process.CpuTime;
import stockroom.bench.result.Machine;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.Round;
import stockroom.bench.result.Spread;

class ComparisonReportTest {
    private static final Machine MACHINE = new Machine("", 2, "", 0, "", "", "", "");

    @Test
    void theRatioIsTakenWithinEachRound() {
        // the machine was slower in the second round, for both
        var pair = new ComparisonReport.Pair("work", measured(100, 200, 100), measured(105, 212, 104));

        assertThat(pair.processorTimeRatio()).isEqualTo(new Spread(1.05, 1.04, 1.06));
    }

    @Test
    void sevenPercentMoreProcessorTimeIsAllowedAndNoMore() {
        assertThat(comparison(measured(107), 150).markdown())
                .contains("reached")
                .doesNotContain("NOT REACHED");
        assertThat(comparison(measured(108), 150).markdown())
                .contains("| work           | 100 µs (100 to 100) | 108 µs (108 to 108) | 1.080 (1.080 to 1.080) "
                        + "| ≤ 1.07 | NOT REACHED |");
    }

    @Test
    void theTreesIdleConnectionsMayAddSoMuchAndTheBasesAnything() {
        assertThat(comparison(measured(100), 151).markdown())
                .contains("| 999 MB (999 to 999) | 151 MB (151 to 151) | ≤ 150 MB | NOT REACHED |");
    }

    @Test
    void theCellsOfATableStandBelowEachOther() {
        var bars = comparison(measured(100), 100)
                .markdown()
                .lines()
                .filter(line -> line.startsWith("|"))
                .map(line -> Stream.iterate(line.indexOf('|'), at -> at >= 0, at -> line.indexOf('|', at + 1))
                        .toList())
                .toList();

        assertThat(bars).hasSize(9);
        assertThat(bars.subList(0, 3)).containsOnly(bars.getFirst());
        assertThat(bars.subList(3, 6)).containsOnly(bars.get(3));
        assertThat(bars.subList(6, 9)).containsOnly(bars.get(6));
    }

    private static ComparisonReport comparison(Measurement tree, double idleMegabytes) {
        return new ComparisonReport(
                "abc1234",
                "def5678-dirty",
                MACHINE,
                List.of(new ComparisonReport.Pair("work", measured(100), tree)),
                new ComparisonReport.Memory(10_000, Spread.of(List.of(999.0)), Spread.of(List.of(idleMegabytes))));
    }

    private static Measurement measured(double... serverMicros) {
        var rounds = Arrays.stream(serverMicros)
                .mapToObj(micros -> new Round(null, null, 1e6 / micros, new CpuTime(micros, 0, 0), 0))
                .toList();
        return new Measurement("against", "work", "work", 0, 64, rounds);
    }
}
