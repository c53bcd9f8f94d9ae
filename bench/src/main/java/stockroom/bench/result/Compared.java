package stockroom.bench.result;

import java.util.List;
import java.util.function.ToDoubleFunction;

/// A workload measured on several sides, and the mean length of its responses.
public record Compared(String name, String title, List<Measurement> sides, double answerBytes) {

    /// Returns a side's ratio to the first in each round.
    public Spread toFirst(int side, ToDoubleFunction<Round> value) {
        return sides.get(side).against(sides.getFirst(), value);
    }
}
