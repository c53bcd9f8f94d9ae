package stockroom.cli.show;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// Rows in aligned columns. The first page that has rows decides the widths, so that a list of any length is printed as
/// it comes. Where the terminal is too narrow for all columns, each row is a few lines, one for each column.
public final class Table implements Rows {
    /// Where it is not read on a terminal.
    private static final int DEFAULT_COLUMNS = 100;

    private static final int NARROWEST_CUT = 8;
    private static final String GAP = "  ";
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";

    private final List<Column> columns;
    private final Screen screen;
    private final int width;
    private int[] widths = {};
    private boolean tooNarrow;

    public Table(Screen screen, List<Column> columns) {
        this.screen = screen;
        this.width = screen.columns().orElse(DEFAULT_COLUMNS);
        this.columns = columns;
    }

    @Override
    public void print(List<JsonNode> rows) {
        var cells = new ArrayList<List<String>>();
        for (var row : rows) {
            cells.add(columns.stream().map(column -> column.value().apply(row)).toList());
        }
        if (!cells.isEmpty()) {
            begin(cells);
        }
        cells.forEach(row -> {
            if (tooNarrow) {
                block(row);
            } else {
                screen.out().println(line(row));
            }
        });
    }

    private void block(List<String> cells) {
        var fields = new LinkedHashMap<String, String>();
        for (int i = 0; i < cells.size(); i++) {
            fields.put(columns.get(i).header(), cells.get(i));
        }
        Details.print(screen.out(), fields, width);
        screen.out().println();
    }

    @Override
    public void end() {
        begin(List.of());
    }

    private void begin(List<List<String>> cells) {
        if (widths.length == 0) {
            widths = widths(cells);
            // whoever reads it without a terminal has room
            tooNarrow = !cells.isEmpty() && screen.columns().isPresent() && total(widths) > width;
            if (!tooNarrow) {
                var header = line(columns.stream().map(Column::header).toList());
                screen.out().println(screen.colour() ? BOLD + header + PLAIN : header);
            }
        }
    }

    private int[] widths(List<List<String>> cells) {
        var natural = new int[columns.size()];
        for (int i = 0; i < natural.length; i++) {
            natural[i] = Text.width(columns.get(i).header());
            for (var row : cells) {
                natural[i] = Math.max(natural[i], Text.width(row.get(i)));
            }
        }
        shrink(natural);
        return natural;
    }

    private static int total(int[] widths) {
        return IntStream.of(widths).sum() + GAP.length() * (widths.length - 1);
    }

    /// Takes from the widest column that may be cut, one by one: short ones stay whole.
    private void shrink(int[] widths) {
        int tooMuch = total(widths) - width;
        while (tooMuch > 0) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                if (columns.get(i).cuttable() && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0 || widths[widest] <= NARROWEST_CUT) {
                return;
            }
            widths[widest]--;
            tooMuch--;
        }
    }

    private String line(List<String> cells) {
        var line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            var column = columns.get(i);
            var cell = column.cuttable() ? Text.cut(cells.get(i), widths[i]) : cells.get(i);
            line.append(i == 0 ? "" : GAP)
                    .append(
                            column.side() == Column.Side.RIGHT
                                    ? Text.padLeft(cell, widths[i])
                                    : Text.padRight(cell, widths[i]));
        }
        return line.toString().stripTrailing();
    }
}
