package stockroom.bench.report;

import static java.util.Locale.ROOT;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import stockroom.bench.result.Spread;

/// Builds a Markdown table, padded for reading on a console.
final class Table {
    private Table() {}

    @SuppressWarnings("AnnotateFormatMethod") // some callers concatenate formats
    static String text(String format, Object... values) {
        return String.format(ROOT, format, values);
    }

    /// Formats a median with the lowest and highest in parentheses.
    static String cell(String format, Spread spread, String unit) {
        return text(format + unit + " (" + format + " to " + format + ")", spread.median(), spread.min(), spread.max());
    }

    /// Formats a row and splits it into cells at the bars.
    static List<String> row(String format, Object... values) {
        return List.of(text(format, values).split(" \\| ", -1));
    }

    static <T> String of(List<String> head, Collection<T> rows, Function<T, List<String>> cells) {
        return of(Stream.concat(Stream.of(head), rows.stream().map(cells)).toList());
    }

    /// @param rows the first one has the columns' names
    static String of(List<List<String>> rows) {
        var widths = IntStream.range(0, rows.getFirst().size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElseThrow())
                .map(width -> Math.max(3, width))
                .toArray();
        var lines = new ArrayList<>(rows);
        lines.add(1, IntStream.of(widths).mapToObj("-"::repeat).toList());
        return lines.stream().map(row -> padded(row, widths)).collect(Collectors.joining());
    }

    private static String padded(List<String> row, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(i -> row.get(i) + " ".repeat(widths[i] - row.get(i).length()))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
