package stockroom.bench.result;

import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// The times of requests at a steady rate, in milliseconds from the moment each was due.
///
/// @param percent of the highest throughput
/// @param medianTenthP99 the median of the p99 of each tenth of a second, which a short pause of the machine does not
///     change
public record Latency(
        int percent, double rate, double p50, double p90, double p99, double p999, double max, double medianTenthP99) {
    private static final long TENTH_OF_A_SECOND = 100_000_000;

    public static Latency of(int percent, double rate, Collection<Sample> samples) {
        var tenths = samples.stream().collect(Collectors.groupingBy(sample -> sample.due() / TENTH_OF_A_SECOND));
        var micros = sorted(samples);
        return new Latency(
                percent,
                rate,
                millis(micros, 50),
                millis(micros, 90),
                millis(micros, 99),
                millis(micros, 99.9),
                millis(micros, 100),
                Spread.of(List.copyOf(tenths.values()), tenth -> millis(sorted(tenth), 99))
                        .median());
    }

    private static long[] sorted(Collection<Sample> samples) {
        return samples.stream().mapToLong(Sample::micros).sorted().toArray();
    }

    private static double millis(long[] sortedMicros, double percentile) {
        return sortedMicros[(int) Math.ceil(sortedMicros.length * percentile / 100) - 1] / 1e3;
    }

    /// Returns the median of each percentile over several rounds, and the highest maximum.
    public static Latency median(List<Latency> rounds) {
        return new Latency(
                rounds.getFirst().percent,
                middle(rounds, Latency::rate),
                middle(rounds, Latency::p50),
                middle(rounds, Latency::p90),
                middle(rounds, Latency::p99),
                middle(rounds, Latency::p999),
                Spread.of(rounds, Latency::max).max(),
                middle(rounds, Latency::medianTenthP99));
    }

    private static double middle(List<Latency> rounds, ToDoubleFunction<Latency> value) {
        return Spread.of(rounds, value).median();
    }
}
