package stockroom.cli.show;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Rows in aligned columns. The first page that has rows decides the widths, so that a list of any length is printed as
/// it comes.
public final class Table implements Rows {
    private static final int WIDEST = 100;
    private static final int NARROWEST_CUT = 8;
    private static final String GAP = "  ";
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";

    private final List<Column> columns;
    private final PrintStream out;
    private final boolean colour;
    private int[] widths = {};

    public Table(PrintStream out, boolean colour, List<Column> columns) {
        this.out = out;
        this.colour = colour;
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
        cells.forEach(row -> out.println(line(row)));
    }

    @Override
    public void end() {
        begin(List.of());
    }

    private void begin(List<List<String>> cells) {
        if (widths.length == 0) {
            widths = widths(cells);
            var header = line(columns.stream().map(Column::header).toList());
            out.println(colour ? BOLD + header + PLAIN : header);
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

    /// Takes from the widest column that may be cut, one by one: short ones stay whole.
    private void shrink(int[] widths) {
        int tooMuch = GAP.length() * (widths.length - 1) - WIDEST;
        for (int width : widths) {
            tooMuch += width;
        }
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
