package stockroom.bench.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;

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
        var ratios = rounds.stream().map(Round::ratio).filter(Objects::nonNull).toList();
        return ratios.isEmpty() ? Optional.empty() : Optional.of(Spread.of(ratios));
    }

    public Optional<Spread> bare() {
        var all = rounds.stream().map(Round::bare).filter(Objects::nonNull).toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(Spread.of(all));
    }

    /// Round by round against another that was measured in the same rounds.
    public Spread against(Measurement other, BiFunction<Round, Round, Double> ratio) {
        var ratios = new ArrayList<Double>();
        for (int i = 0; i < Math.min(rounds.size(), other.rounds.size()); i++) {
            ratios.add(ratio.apply(rounds.get(i), other.rounds.get(i)));
        }
        return Spread.of(ratios);
    }
}
