package stockroom.bench.load;

import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What a create-stock request sets, the same on both sides: so many colours of one product, each in so many sizes.
public record StockPayload(int colours, int sizes) {
    private static final int FIRST_SIZE = 36;

    private static int quantity(int colour, int size) {
        return colour % 50 + size;
    }

    /// Every size with a quantity of its own, as a merchant's program would send them.
    String json(int product) {
        return IntStream.range(0, colours)
                .mapToObj(colour -> "{\"pid\":%d,\"color\":\"colour %d\",\"param\":[%s]}"
                        .formatted(
                                product,
                                colour,
                                IntStream.range(FIRST_SIZE, FIRST_SIZE + sizes)
                                        .mapToObj(size ->
                                                "{\"size\":%d,\"stock\":%d}".formatted(size, quantity(colour, size)))
                                        .collect(Collectors.joining(","))))
                .collect(Collectors.joining(",", "[", "]"));
    }

    /// The same in columns, as bench/sql/create-stock.sql takes it.
    public Map<String, String> variables(Application application) {
        return Map.of(
                "application", String.valueOf(application.id()),
                "dryRun", "false",
                "groupCount", String.valueOf(colours),
                "colours", array(colours, i -> "\"colour %d\"".formatted(i)),
                "groups", array(colours * sizes, i -> i / sizes + 1),
                "sizes", array(colours * sizes, i -> FIRST_SIZE + i % sizes),
                "quantities", array(colours * sizes, i -> quantity(i / sizes, FIRST_SIZE + i % sizes)),
                "barCodes", array(colours * sizes, _ -> "NULL"));
    }

    private static String array(int length, IntFunction<Object> element) {
        return IntStream.range(0, length)
                .mapToObj(i -> String.valueOf(element.apply(i)))
                .collect(Collectors.joining(",", "{", "}"));
    }
}
