package stockroom.catalog.stock;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import stockroom.catalog.CatalogMessage;
import stockroom.http.failure.Failure;
import stockroom.http.input.Numbers;

/// A size `n` or a range `n-m` of whole sizes from 1 to 999.
record SizeRange(int first, int last) {
    private static final int LARGEST_SIZE = 999;
    private static final int MAX_SIZES = 50;

    SizeRange {
        if (first < 1 || last > LARGEST_SIZE || first > last) {
            throw Failure.badRequest(CatalogMessage.SIZE_INVALID, "%d-%d".formatted(first, last));
        }
        if (last - first >= MAX_SIZES) {
            throw Failure.badRequest(
                    CatalogMessage.SIZE_RANGE_TOO_LONG, "%d-%d".formatted(first, last), last - first + 1, MAX_SIZES);
        }
    }

    static SizeRange parse(String text) {
        int dash = text.indexOf('-');
        var first = size(dash < 0 ? text : text.substring(0, dash));
        var last = dash < 0 ? first : size(text.substring(dash + 1));
        if (first.isEmpty() || last.isEmpty()) {
            throw Failure.badRequest(CatalogMessage.SIZE_INVALID, Numbers.excerpt(text));
        }
        return new SizeRange(first.getAsInt(), last.getAsInt());
    }

    static Optional<Integer> parseSingle(String text) {
        return size(text).stream().boxed().findFirst();
    }

    private static OptionalInt size(String text) {
        return Numbers.whole(text, 1, LARGEST_SIZE);
    }

    IntStream stream() {
        return IntStream.rangeClosed(first, last);
    }

    int count() {
        return last - first + 1;
    }
}
