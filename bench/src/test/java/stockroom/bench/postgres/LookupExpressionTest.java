package stockroom.bench.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Scanner;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.bench.load.RequestKey;

class LookupExpressionTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, 100})
    void everyIndexChoosesItsOwnKey(int count) {
        var keys =
                LongStream.range(0, count).map(i -> ((i * i) << 20) | i).boxed().toList();
        var expression = LookupExpression.of("r", keys, Long::longValue);

        assertThat(IntStream.range(0, count).mapToLong(r -> evaluated(expression, r)))
                .containsExactlyElementsOf(keys);
    }

    @ParameterizedTest
    @ValueSource(ints = {1_024, 16_384})
    void fewConditionsStandBetweenAnIndexAndItsKey(int count) {
        var keys = IntStream.range(0, count).boxed().toList();

        assertThat(deepest(LookupExpression.of("r", keys, Integer::longValue)))
                .isEqualTo(Integer.numberOfTrailingZeros(count));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 30_000, 0x7fff_ffff})
    void aMerchantAndAProductComeOutOfOneNumberAsTheyWentIn(long merchant) {
        for (int product : List.of(1, 300_000, Integer.MAX_VALUE)) {
            long packed = new RequestKey(merchant, 1, "", product).packed();

            assertThat(packed >> 32).isEqualTo(merchant);
            assertThat(packed & 4_294_967_295L).isEqualTo(product);
        }
    }

    /// What pgbench does with it: `case when :r < N then … else … end`, or a number.
    private static long evaluated(String expression, int r) {
        return evaluated(new Scanner(expression), r);
    }

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

    private static int deepest(String expression) {
        int depth = 0;
        int deepest = 0;
        for (var word : expression.split(" ", -1)) {
            depth += word.equals("case") ? 1 : word.equals("end") ? -1 : 0;
            deepest = Math.max(deepest, depth);
        }
        return deepest;
    }
}
