package stockroom.cli.admin;

import java.util.LinkedHashMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import stockroom.cli.connect.ListOptions;
import stockroom.cli.show.Column;
import stockroom.cli.show.Values;
import tools.jackson.databind.JsonNode;

@Command(
        name = "audit",
        description = "Who changed what, and when.",
        footer = {"", "Example:", "  stockroom audit list --merchant 1"})
public final class AuditCommands {
    @Command(
            name = "list",
            description = "Lists every change, newest first.",
            footer = {"", "Example:", "  stockroom audit list --subject 'application 10001'"})
    void list(
            @Mixin ListOptions list,
            @Option(
                            names = "--merchant",
                            paramLabel = "MERCHANT",
                            description = "Only changes of what belongs to this merchant.")
                    @Nullable
                    Long merchant,
            @Option(
                            names = "--subject",
                            paramLabel = "TEXT",
                            description = "Only changes of this, such as 'application 10001'.")
                    @Nullable
                    String subject) {
        var filter = new LinkedHashMap<String, String>();
        if (merchant != null) {
            filter.put("merchant", merchant.toString());
        }
        if (subject != null) {
            filter.put("subject", subject);
        }
        list.list(
                "/audit",
                filter,
                Column.time("AT", "at"),
                Column.text("OPERATOR", "operator"),
                Column.word("ACTION", "action"),
                Column.text("SUBJECT", "subject"),
                Column.made("CHANGE", AuditCommands::change));
    }

    /// `suspended no -> yes`: only what differs.
    static String change(JsonNode entry) {
        var before = entry.path("before");
        var after = entry.path("after");
        var fields = new TreeSet<>(before.propertyNames());
        fields.addAll(after.propertyNames());
        return fields.stream()
                .filter(field -> !before.path(field).equals(after.path(field)))
                .map(field -> field + " " + one(before.path(field), after.path(field)))
                .collect(Collectors.joining(", "));
    }

    private static String one(JsonNode before, JsonNode after) {
        return before.isMissingNode() ? Values.of(after) : Values.of(before) + " -> " + Values.of(after);
    }
}
