package stockroom.bench.result;

import java.util.List;
import java.util.function.ToDoubleFunction;
import stockroom.bench.process.CpuTime;

/// How long requests took that came at a steady rate, in milliseconds from the moment each was due.
///
/// @param percent of the highest throughput
/// @param rate requests a second
/// @param medianTenthP99 the p99 of each tenth of a second, and of these the median
/// @param cpu microseconds a request
public record Latency(
        int percent,
        double rate,
        long requests,
        double p50,
        double p90,
        double p99,
        double p999,
        double max,
        double medianTenthP99,
        CpuTime cpu) {

    /// The middle of several rounds, percentile by percentile; the highest of the highest.
    public static Latency median(List<Latency> rounds) {
        var first = rounds.getFirst();
        return new Latency(
                first.percent,
                first.rate,
                first.requests,
                middle(rounds, Latency::p50),
                middle(rounds, Latency::p90),
                middle(rounds, Latency::p99),
                middle(rounds, Latency::p999),
                rounds.stream().mapToDouble(Latency::max).max().orElseThrow(),
                middle(rounds, Latency::medianTenthP99),
                first.cpu);
    }

    private static double middle(List<Latency> rounds, ToDoubleFunction<Latency> value) {
        return Spread.of(rounds, value).median();
    }
}
