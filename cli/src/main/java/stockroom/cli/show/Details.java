package stockroom.cli.show;

import java.io.PrintStream;
import tools.jackson.databind.JsonNode;

/// One thing, a line for each of its fields.
public final class Details {
    private Details() {}

    public static void print(PrintStream out, JsonNode thing) {
        int width = 0;
        for (var field : thing.properties()) {
            width = Math.max(width, Values.label(field.getKey()).length());
        }
        for (var field : thing.properties()) {
            out.println(Text.padRight(Values.label(field.getKey()), width) + "  "
                    + Values.named(field.getKey(), field.getValue()));
        }
    }
}
