package stockroom.bench.result;

import java.util.List;
import java.util.function.ToDoubleFunction;

/// The rounds of one workload on several sides that took turns.
///
/// @param answerBytes of an answer's body
public record Compared(String name, String title, List<Measurement> sides, double answerBytes) {

    /// A side as a ratio to the first, taken within each round.
    public Spread toFirst(int side, ToDoubleFunction<Round> value) {
        return sides.get(side).against(sides.getFirst(), value);
    }
}
