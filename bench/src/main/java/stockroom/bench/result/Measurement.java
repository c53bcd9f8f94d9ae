package stockroom.bench.result;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// The rounds of one workload, which stands at position x in the plot of its group's table.
public record Measurement(String group, String name, String title, double x, int connections, List<Round> rounds) {

    public Spread of(ToDoubleFunction<Round> value) {
        return Spread.of(rounds, value);
    }

    public Spread service() {
        return of(Round::service);
    }

    public Optional<Spread> ratio() {
        return spread(rounds.stream().map(Round::ratio).filter(Objects::nonNull).toList());
    }

    public Optional<Spread> bare() {
        return spread(rounds.stream().map(Round::bare).filter(Objects::nonNull).toList());
    }

    private static Optional<Spread> spread(List<Double> values) {
        return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
    }

    /// Returns the ratio to another workload that ran in the same rounds.
    public Spread against(Measurement other, ToDoubleFunction<Round> value) {
        return Spread.of(IntStream.range(0, Math.min(rounds.size(), other.rounds.size()))
                .mapToObj(i -> value.applyAsDouble(rounds.get(i)) / value.applyAsDouble(other.rounds.get(i)))
                .toList());
    }
}
