package stockroom.bench.postgres;

import java.util.List;
import java.util.function.ToLongFunction;

/// pgbench has no arrays, so a number is chosen from a list by a search tree of conditions: ten comparisons for 1,024
/// keys, each a fraction of a microsecond.
final class LookupExpression {
    private LookupExpression() {}

    /// An expression that is the number of the key whose index the variable holds.
    static <K> String of(String variable, List<K> keys, ToLongFunction<K> number) {
        var out = new StringBuilder();
        write(out, variable, keys, number, 0, keys.size());
        return out.toString();
    }

    private static <K> void write(
            StringBuilder out, String variable, List<K> keys, ToLongFunction<K> number, int from, int to) {
        if (to - from == 1) {
            out.append(number.applyAsLong(keys.get(from)));
            return;
        }
        int middle = (from + to) >>> 1;
        out.append("case when :").append(variable).append(" < ").append(middle).append(" then ");
        write(out, variable, keys, number, from, middle);
        out.append(" else ");
        write(out, variable, keys, number, middle, to);
        out.append(" end");
    }
}
