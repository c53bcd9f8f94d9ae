package stockroom.cli.show;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

public final class Details {
    private Details() {}

    public static void print(Screen screen, JsonNode thing) {
        var fields = new LinkedHashMap<String, String>();
        for (var field : thing.properties()) {
            fields.put(Values.label(field.getKey()), Values.named(field.getKey(), field.getValue()));
        }
        print(screen.out(), fields, screen.columns().orElse(Integer.MAX_VALUE));
    }

    static void print(PrintStream out, Map<String, String> fields, int columns) {
        int width = fields.keySet().stream().mapToInt(Text::width).max().orElse(0);
        fields.forEach((label, value) -> {
            var before = label;
            for (var line : Text.wrap(value, columns - width - 2)) {
                out.println((Text.padRight(before, width) + "  " + line).stripTrailing());
                before = "";
            }
        });
    }
}
