package stockroom.bench.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Scanner;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LookupExpressionTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, 100})
    void everyIndexChoosesItsOwnKey(int count) {
        var keys =
                LongStream.range(0, count).map(i -> ((i * i) << 20) | i).boxed().toList();
        var expression = LookupExpression.of("r", keys, Long::longValue);

        assertThat(IntStream.range(0, count).mapToLong(r -> evaluated(new Scanner(expression), r)))
                .containsExactlyElementsOf(keys);
    }

    /// Evaluates `case when :r < N then … else … end`, or a number, as pgbench does.
    private static long evaluated(Scanner words, int r) {
        var word = words.next();
        if (!word.equals("case")) {
            return Long.parseLong(word);
        }
        assertThat(List.of(words.next(), words.next(), words.next())).containsExactly("when", ":r", "<");
        boolean first = r < words.nextInt();
        assertThat(words.next()).isEqualTo("then");
        long then = evaluated(words, r);
        assertThat(words.next()).isEqualTo("else");
        long otherwise = evaluated(words, r);
        assertThat(words.next()).isEqualTo("end");
        return first ? then : otherwise;
    }
}
