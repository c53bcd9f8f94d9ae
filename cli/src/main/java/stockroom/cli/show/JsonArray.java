package stockroom.cli.show;

import java.io.PrintStream;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Rows as one JSON array, an item a line.
public final class JsonArray implements Rows {
    private final PrintStream out;
    private boolean begun;

    public JsonArray(PrintStream out) {
        this.out = out;
    }

    @Override
    public void print(List<JsonNode> page) {
        for (var item : page) {
            out.print(begun ? ",\n" : "[");
            out.print(item);
            begun = true;
        }
    }

    @Override
    public void end() {
        out.println(begun ? "]" : "[]");
    }
}
