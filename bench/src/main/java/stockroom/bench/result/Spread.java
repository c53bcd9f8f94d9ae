package stockroom.bench.result;

import java.util.List;
import java.util.function.ToDoubleFunction;

public record Spread(double median, double min, double max) {

    public static <T> Spread of(List<T> all, ToDoubleFunction<T> value) {
        return of(all.stream().map(value::applyAsDouble).toList());
    }

    public static Spread of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values (expected: at least one)");
        }
        var sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
        return new Spread(median, sorted.getFirst(), sorted.getLast());
    }
}
