package stockroom.cli.show;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

public record UndoReport(Screen screen) {
    private static final Column PRODUCT = Column.number("PRODUCT", "productId");
    private static final Column COLOUR = Column.text("COLOUR", "color");
    private static final Column SIZE = Column.number("SIZE", "size");

    public void preview(JsonNode push, JsonNode undone) {
        var skipped = skipped(undone);
        print(
                push.path("changes")
                        .valueStream()
                        .filter(change -> !skipped.contains(entry(change)))
                        .toList(),
                PRODUCT,
                COLOUR,
                SIZE,
                Column.number("LEFT", "stock"),
                Column.number("BACK TO", "before"));
        screen.out().println();
        screen.say("To be put back: " + entries(undone.path("undone").asLong()));
        long already = push.path("changes").size()
                - undone.path("undone").asLong()
                - undone.path("conflicts").asLong();
        if (already > 0) {
            screen.say("As before already: %s, also in the table".formatted(entries(already)));
        }
        conflicts(undone);
        if (undone.path("conflicts").asInt() > skipped.size()) {
            screen.say("The rest of them are in the first table.");
        }
    }

    public void result(long push, JsonNode undone) {
        var by = undone.path("push");
        var back = entries(undone.path("undone").asLong());
        screen.say(
                by.isNull()
                        ? "Nothing was changed: nothing of push %d is to be put back.".formatted(push)
                        : "Push %d is undone by push %s. Put back: %s".formatted(push, Values.of(by), back));
        conflicts(undone);
    }

    private void conflicts(JsonNode undone) {
        int conflicts = undone.path("conflicts").asInt();
        if (conflicts == 0) {
            return;
        }
        int listed = undone.path("skipped").size();
        screen.say("Left as they are: " + entries(conflicts)
                + (listed < conflicts ? ", the first %d of them:".formatted(listed) : ""));
        screen.out().println();
        print(
                undone.path("skipped").valueStream().toList(),
                PRODUCT,
                COLOUR,
                SIZE,
                Column.number("LEFT", "left"),
                Column.number("NOW", "stock"),
                Column.text("REASON", "reason"));
    }

    private void print(List<JsonNode> rows, Column... columns) {
        var table = new Table(screen, List.of(columns), false);
        table.print(rows);
        table.end();
    }

    private static Set<String> skipped(JsonNode undone) {
        var skipped = new HashSet<String>();
        undone.path("skipped").forEach(entry -> skipped.add(entry(entry)));
        return skipped;
    }

    private static String entry(JsonNode node) {
        return "%s %s %s".formatted(Values.each(node, "productId", "size", "color"));
    }

    private static String entries(long number) {
        return number == 1 ? "1 entry" : Values.count(number) + " entries";
    }
}
