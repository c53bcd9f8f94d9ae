package stockroom.bench.load;

import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What a create-stock request sets, the same on both sides: so many colours of one product, each in so many sizes.
///
/// @param changes which of them differ from what the account sent last
public record StockPayload(int colours, int sizes, Changes changes) {
    private static final int FIRST_SIZE = 36;

    /// Which quantities a request changes; the others are sent as they are.
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
            // in all colours: a colour has fewer than ten sizes
            case TENTH_OF_ENTRIES -> (colour * sizes + size) % 10 == 0;
        };
        return colour % 50 + size + (changed ? turn : 0);
    }

    /// Every size with a quantity of its own, as a merchant's program would send them.
    ///
    /// @param turn another one for each request of an account, so that there is something to change
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

    /// The same in columns, as bench/sql/create-stock.sql takes it; the quantities are chosen by pgbench.
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
