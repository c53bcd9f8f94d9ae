package stockroom.bench.report;

import static java.util.Locale.ROOT;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import stockroom.bench.result.Spread;

/// A table in Markdown, padded so that it reads well on a console too.
final class MarkdownTable {
    private MarkdownTable() {}

    /// A median, with the lowest and highest in parentheses.
    static String cell(String format, Spread spread, String unit) {
        return String.format(ROOT, format, spread.median())
                + unit
                + String.format(ROOT, " (" + format + " to " + format + ")", spread.min(), spread.max());
    }

    /// @param rows the first one has the columns' names
    static String of(List<List<String>> rows) {
        var widths = IntStream.range(0, rows.getFirst().size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElseThrow())
                .toArray();
        var line = IntStream.of(widths).mapToObj("-"::repeat).toList();
        var lines = new ArrayList<>(rows);
        lines.add(1, line);
        return lines.stream().map(row -> padded(row, widths)).collect(Collectors.joining());
    }

    private static String padded(List<String> row, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(i -> row.get(i) + " ".repeat(widths[i] - row.get(i).length()))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
