package stockroom.bench.postgres;

import java.util.List;
import java.util.function.ToLongFunction;

/// Chooses a number from a list by a search tree of conditions, since pgbench has no arrays.
final class LookupExpression {
    private LookupExpression() {}

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
