package stockroom.database.paging;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// `next` is the cursor of the next page, or null at the end.
public record Page<T>(List<T> items, @Nullable String next) {
    /// `after` is the cursor, or empty for the beginning.
    public record Wanted(String after, int limit) {
        /// The extra row tells whether there is a next page.
        public int rows() {
            return limit + 1;
        }

        public long afterNumber(long beginning) {
            return after.isEmpty() ? beginning : number(after, after);
        }

        public long[] afterNumbers(int count) {
            var numbers = new long[count];
            if (after.isEmpty()) {
                return numbers;
            }
            var parts = after.split("-", -1);
            if (parts.length != count) {
                throw new InvalidCursor(after);
            }
            for (int i = 0; i < count; i++) {
                numbers[i] = number(parts[i], after);
            }
            return numbers;
        }

        private static long number(String text, String cursor) {
            if (!text.matches("[0-9]{1,18}")) {
                throw new InvalidCursor(cursor);
            }
            return Long.parseLong(text);
        }
    }

    public static final class InvalidCursor extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String cursor;

        public InvalidCursor(String cursor) {
            super(null, null, false, false);
            this.cursor = cursor;
        }

        public String cursor() {
            return cursor;
        }
    }

    public static String cursor(long... numbers) {
        return LongStream.of(numbers).mapToObj(Long::toString).collect(Collectors.joining("-"));
    }

    /// A row of a list whose pages are also limited by bytes. `more` is true if further rows follow.
    public record Sized<T>(T item, boolean more) {}

    public static <T> Page<T> ofSized(List<Sized<T>> rows, Wanted wanted, Function<T, String> cursor) {
        var page = of(rows, wanted, row -> cursor.apply(row.item()));
        var items = page.items().stream().map(Sized::item).toList();
        boolean cutShort =
                page.next() == null && !rows.isEmpty() && rows.getLast().more();
        return new Page<>(items, cutShort ? cursor.apply(items.getLast()) : page.next());
    }

    public static <T> Page<T> of(List<T> rows, Wanted wanted, Function<T, String> cursor) {
        if (rows.size() <= wanted.limit()) {
            return new Page<>(rows, null);
        }
        var items = rows.subList(0, wanted.limit());
        return new Page<>(items, cursor.apply(items.getLast()));
    }
}
