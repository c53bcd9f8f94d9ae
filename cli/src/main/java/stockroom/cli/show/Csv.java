package stockroom.cli.show;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.PrintStream;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Prints rows as CSV with the names of fields as header and values as the server sent them.
public final class Csv implements Rows {
    private final PrintStream out;
    private final List<Column> columns;
    private boolean begun;

    public Csv(PrintStream out, List<Column> columns) {
        this.out = out;
        this.columns = columns;
    }

    public static void print(PrintStream out, JsonNode thing) {
        var columns = thing.propertyNames().stream()
                .map(name -> Column.text(name, name))
                .toList();
        var rows = new Csv(out, columns);
        rows.print(List.of(thing));
        rows.end();
    }

    @Override
    public void print(List<JsonNode> page) {
        var lines = new ArrayList<List<String>>();
        if (!begun) {
            lines.add(columns.stream().map(Column::name).toList());
            begun = true;
        }
        for (var row : page) {
            lines.add(columns.stream()
                    .map(column -> raw(column.value().apply(row)))
                    .toList());
        }
        var text = new StringWriter();
        var writer = CsvWriter.builder()
                .bufferSize(0)
                .lineDelimiter(LineDelimiter.LF)
                .build(text);
        lines.forEach(writer::writeRecord);
        out.print(text);
    }

    private static String raw(JsonNode value) {
        if (value.isNull() || value.isMissingNode()) {
            return "";
        }
        return value.isContainer() ? value.toString() : value.asString();
    }

    @Override
    public void end() {
        print(List.of());
    }
}
