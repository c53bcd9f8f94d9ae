package stockroom.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;

/// The rounds of a work.
///
/// @param group the table it belongs to
/// @param x where it stands in that table's plot
record Measured(String group, String name, String title, double x, int connections, List<Round> rounds) {

    Spread of(ToDoubleFunction<Round> value) {
        return Spread.of(rounds, value);
    }

    Spread service() {
        return of(Round::service);
    }

    /// Service to bare, round by round.
    Optional<Spread> ratio() {
        var ratios = rounds.stream().map(Round::ratio).filter(Objects::nonNull).toList();
        return ratios.isEmpty() ? Optional.empty() : Optional.of(Spread.of(ratios));
    }

    Optional<Spread> bare() {
        var all = rounds.stream().map(Round::bare).filter(Objects::nonNull).toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(Spread.of(all));
    }

    /// Round by round against another that was measured in the same rounds.
    Spread against(Measured other, BiFunction<Round, Round, Double> ratio) {
        var ratios = new ArrayList<Double>();
        for (int i = 0; i < Math.min(rounds.size(), other.rounds.size()); i++) {
            ratios.add(ratio.apply(rounds.get(i), other.rounds.get(i)));
        }
        return Spread.of(ratios);
    }
}
