package stockroom.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import stockroom.bench.process.CpuTime;
import stockroom.bench.result.Compared;
import stockroom.bench.result.Machine;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.Round;
import stockroom.bench.result.Spread;
import stockroom.bench.result.WarmUp;

class ComparisonReportTest {
    @Test
    void theRatioIsTakenWithinEachRound() {
        // the machine was slower in the second round, for both sides
        var pair = pair(measured(100, 200, 100), measured(105, 212, 104));

        assertThat(pair.toFirst(1, Round::serverCpu)).isEqualTo(new Spread(1.05, 1.04, 1.06));
    }

    @Test
    void sevenPercentMoreProcessorTimeIsAllowedAndNoMore() {
        assertThat(markdown(107, 150)).contains("reached", "warmed up for 40 s").doesNotContain("NOT REACHED");
        assertThat(markdown(108, 150))
                .contains("| work           | 100 µs (100 to 100) | 108 µs (108 to 108) | 1.080 (1.080 to 1.080) "
                        + "| ≤ 1.07 | NOT REACHED |");
    }

    @Test
    void theTreesIdleConnectionsMayAddSoMuchAndTheBasesAnything() {
        assertThat(markdown(100, 151))
                .contains("| 999 MB (999 to 999) | 151 MB (151 to 151) | ≤ 150 MB | NOT REACHED |");
    }

    private static String markdown(double treeMicros, double idleMegabytes) {
        return new ComparisonReport(
                        "abc1234",
                        "def5678-dirty",
                        new Machine(""),
                        List.of(new WarmUp("work", 40, List.of(1.0))),
                        List.of(pair(measured(100), measured(treeMicros))),
                        new ComparisonReport.Memory(
                                10_000, Spread.of(List.of(999.0)), Spread.of(List.of(idleMegabytes))))
                .markdown();
    }

    private static Compared pair(Measurement base, Measurement tree) {
        return new Compared("work", "work", List.of(base, tree), 0);
    }

    private static Measurement measured(double... serverMicros) {
        var rounds = Arrays.stream(serverMicros)
                .mapToObj(micros -> new Round(null, null, 1e6 / micros, new CpuTime(micros, 0, 0), 0))
                .toList();
        return new Measurement("against", "work", "work", 0, 64, rounds);
    }
}
