package stockroom.cli.show;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// Prints rows in aligned columns. The first page decides the widths, so that a list of any length is printed as it
/// arrives. On a narrow terminal times become ages, messages move below their rows, and long texts are cut. If that
/// is not enough, each row becomes a block.
public final class Table implements Rows {
    /// The least width for full times.
    static final int WIDE_SCREEN = 100;

    private static final int NARROWEST_CUT = 8;
    private static final String GAP = "  ";
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";

    private final List<Column> all;
    private final Screen screen;
    private final int width;
    private List<Column> inLine;
    private List<Column> below = List.of();
    private int[] widths = {};
    private boolean shortTimes;
    private boolean tooNarrow;

    /// @param whole whether nothing is cut, even on a terminal
    public Table(Screen screen, List<Column> columns, boolean whole) {
        this.screen = screen;
        this.width = whole ? Integer.MAX_VALUE : screen.columns().orElse(Integer.MAX_VALUE);
        this.all = columns;
        this.inLine = columns;
    }

    @Override
    public void print(List<JsonNode> rows) {
        if (rows.isEmpty()) {
            return;
        }
        if (widths.length == 0) {
            begin(rows);
        }
        rows.forEach(row -> {
            if (tooNarrow) {
                block(row);
            } else {
                screen.out().println(line(cells(row)));
                below.forEach(column -> message(column.cell(row)));
            }
        });
    }

    @Override
    public void end() {}

    private void begin(List<JsonNode> rows) {
        widths = widths(rows);
        if (total() > width || width < WIDE_SCREEN) {
            shortTimes = true;
            widths = widths(rows);
        }
        if (total() > width) {
            below = all.stream().filter(Table::isMessage).toList();
            inLine = all.stream().filter(column -> !isMessage(column)).toList();
            widths = widths(rows);
        }
        shrink();
        tooNarrow = total() > width;
        if (!tooNarrow) {
            var header = line(inLine.stream().map(Column::header).toList());
            screen.out().println(screen.colour() ? BOLD + header + PLAIN : header);
        }
    }

    private static boolean isMessage(Column column) {
        return column.kind() == Column.Kind.MESSAGE;
    }

    private List<String> cells(JsonNode row) {
        return inLine.stream()
                .map(column -> shortTimes ? column.shortCell(row, screen.now()) : column.cell(row))
                .toList();
    }

    private void block(JsonNode row) {
        var fields = new LinkedHashMap<String, String>();
        all.forEach(column -> fields.put(column.header(), column.cell(row)));
        Details.print(screen.out(), fields, width);
        screen.out().println();
    }

    private void message(String text) {
        if (!text.equals("-")) {
            Text.wrap(text, width - GAP.length()).forEach(line -> screen.out().println(GAP + line));
        }
    }

    private int[] widths(List<JsonNode> rows) {
        var natural =
                inLine.stream().mapToInt(column -> Text.width(column.header())).toArray();
        for (var row : rows) {
            var cells = cells(row);
            for (int i = 0; i < natural.length; i++) {
                natural[i] = Math.max(natural[i], Text.width(cells.get(i)));
            }
        }
        return natural;
    }

    private int total() {
        return IntStream.of(widths).sum() + GAP.length() * (widths.length - 1);
    }

    /// Narrows the widest text by one column at a time.
    private void shrink() {
        for (int tooMuch = total() - width; tooMuch > 0; tooMuch--) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                if (inLine.get(i).kind() == Column.Kind.TEXT && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0 || widths[widest] <= NARROWEST_CUT) {
                return;
            }
            widths[widest]--;
        }
    }

    private String line(List<String> cells) {
        var line = new ArrayList<String>();
        for (int i = 0; i < cells.size(); i++) {
            var kind = inLine.get(i).kind();
            // output without a terminal is never cut, even if a later page has wider values
            boolean cut = width < Integer.MAX_VALUE && (kind == Column.Kind.TEXT || kind == Column.Kind.MESSAGE);
            var cell = cut ? Text.cut(cells.get(i), widths[i]) : cells.get(i);
            line.add(kind == Column.Kind.NUMBER ? Text.padLeft(cell, widths[i]) : Text.padRight(cell, widths[i]));
        }
        return String.join(GAP, line).stripTrailing();
    }
}
