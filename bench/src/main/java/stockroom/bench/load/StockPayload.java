package stockroom.bench.load;

import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Builds the bodies of create stock.
public record StockPayload(int colours, int sizes, Changes changes) {
    private static final int FIRST_SIZE = 36;

    /// The quantities a request changes; the others are sent unchanged.
    public enum Changes {
        ALL,
        TENTH_OF_COLOURS,
        TENTH_OF_ENTRIES,
        NOTHING
    }

    private int quantity(int colour, int size, int turn) {
        boolean changed = switch (changes) {
            case ALL -> true;
            case TENTH_OF_COLOURS -> colour % 10 == 0;
            case NOTHING -> false;
            // the tenth is spread over all colours, since a colour has fewer than ten sizes
            case TENTH_OF_ENTRIES -> (colour * sizes + size) % 10 == 0;
        };
        return colour % 50 + size + (changed ? turn : 0);
    }

    /// @param turn differs in each request of an account, so that there is something to change
    String json(int product, int turn) {
        return IntStream.range(0, colours)
                .mapToObj(colour -> "{\"pid\":%d,\"color\":\"colour %d\",\"param\":[%s]}"
                        .formatted(
                                product,
                                colour,
                                IntStream.range(FIRST_SIZE, FIRST_SIZE + sizes)
                                        .mapToObj(size -> "{\"size\":%d,\"stock\":%d}"
                                                .formatted(size, quantity(colour, size, turn)))
                                        .collect(Collectors.joining(","))))
                .collect(Collectors.joining(",", "[", "]"));
    }

    /// Returns the variables of bench/sql/create-stock.sql; pgbench chooses the quantities.
    public Map<String, String> variables(Application application) {
        return Map.of(
                "application", String.valueOf(application.id()),
                "dryRun", "false",
                "request", "0123456789abcdef",
                "colourCount", String.valueOf(colours),
                "entryCount", String.valueOf(colours * sizes),
                "colours", array(colours, i -> "\"colour %d\"".formatted(i)),
                "from", array(colours, i -> i * sizes + 1),
                "to", array(colours, i -> (i + 1) * sizes),
                "sizes", array(colours * sizes, i -> FIRST_SIZE + i % sizes));
    }

    private static String array(int length, IntFunction<Object> element) {
        return IntStream.range(0, length)
                .mapToObj(i -> String.valueOf(element.apply(i)))
                .collect(Collectors.joining(",", "{", "}"));
    }
}
