package stockroom.bench.load;

import java.util.Collection;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import stockroom.bench.result.Spread;

/// One request of a steady load.
///
/// @param due when it should have been sent, in nanoseconds of any clock
/// @param micros from then to its answer
public record Sample(long due, long micros) {
    private static final long MAX_MICROS = 600_000_000;
    private static final int DIGITS = 3;
    private static final long TENTH_OF_A_SECOND = 100_000_000;

    public static Histogram micros(Collection<Sample> samples) {
        var all = new Histogram(MAX_MICROS, DIGITS);
        samples.forEach(sample -> all.recordValue(Math.min(MAX_MICROS, sample.micros)));
        return all;
    }

    /// The p99 of each tenth of a second, and of these the median. A machine that stands still for a moment spoils the
    /// tenths it falls into, and not this.
    public static double medianTenthP99(Collection<Sample> samples) {
        var tenths = samples.stream().collect(Collectors.groupingBy(sample -> sample.due / TENTH_OF_A_SECOND));
        return Spread.of(tenths.values().stream()
                        .map(tenth -> (double) micros(tenth).getValueAtPercentile(99))
                        .toList())
                .median();
    }
}
