package stockroom.bench.result;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The rounds of a workload.
///
/// @param group the table it belongs to
/// @param x where it stands in that table's plot
public record Measurement(String group, String name, String title, double x, int connections, List<Round> rounds) {

    public Spread of(ToDoubleFunction<Round> value) {
        return Spread.of(rounds, value);
    }

    public Spread service() {
        return of(Round::service);
    }

    /// Service to bare, round by round.
    public Optional<Spread> ratio() {
        return ofThoseWith(Round::ratio);
    }

    public Optional<Spread> bare() {
        return ofThoseWith(Round::bare);
    }

    private Optional<Spread> ofThoseWith(Function<Round, @Nullable Double> value) {
        var all = rounds.stream().map(value).filter(Objects::nonNull).toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(Spread.of(all));
    }

    /// The value of one as a ratio to that of another, round by round, which were measured in the same rounds.
    public Spread against(Measurement other, ToDoubleFunction<Round> value) {
        return Spread.of(IntStream.range(0, Math.min(rounds.size(), other.rounds.size()))
                .mapToObj(i -> value.applyAsDouble(rounds.get(i)) / value.applyAsDouble(other.rounds.get(i)))
                .toList());
    }
}
