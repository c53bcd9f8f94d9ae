package stockroom.cli.show;

import java.io.PrintStream;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

public final class JsonArray implements Rows {
    private final PrintStream out;
    private final List<Column> columns;
    private boolean begun;

    /// @param columns the columns to print; empty for items as the server sent them
    public JsonArray(PrintStream out, List<Column> columns) {
        this.out = out;
        this.columns = columns;
    }

    @Override
    public void print(List<JsonNode> page) {
        for (var item : page) {
            out.print(begun ? ",\n" : "[");
            out.print(columns.isEmpty() ? item : chosen(item));
            begun = true;
        }
    }

    private JsonNode chosen(JsonNode item) {
        var chosen = JsonMapper.shared().createObjectNode();
        columns.forEach(column -> chosen.set(column.name(), column.value().apply(item)));
        return chosen;
    }

    @Override
    public void end() {
        out.println(begun ? "]" : "[]");
    }
}
