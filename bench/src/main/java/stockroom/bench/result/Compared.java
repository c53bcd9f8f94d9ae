package stockroom.bench.result;

import java.util.List;
import java.util.function.ToDoubleFunction;

/// A workload that was measured on several sides.
///
/// @param answerBytes mean length of an answer's body
public record Compared(String name, String title, List<Measurement> sides, double answerBytes) {

    /// Returns a side's ratio to the first, taken within each round.
    public Spread toFirst(int side, ToDoubleFunction<Round> value) {
        return sides.get(side).against(sides.getFirst(), value);
    }
}
