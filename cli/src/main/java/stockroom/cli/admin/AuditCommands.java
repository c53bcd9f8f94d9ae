package stockroom.cli.admin;

import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import stockroom.cli.connect.ListOptions;
import stockroom.cli.connect.MerchantFilter;
import stockroom.cli.connect.Query;
import stockroom.cli.connect.Since;
import stockroom.cli.show.Column;
import stockroom.cli.show.Values;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

@Command(
        name = "audit",
        description = "The audit log: changes, and operators' reads of merchants' data.",
        footer = "  stockroom audit list northgate")
public final class AuditCommands {
    @Command(
            name = "list",
            description = "Lists changes and operators' reads of merchants' data, newest first.",
            footer = {
                "  stockroom audit list --subject 'application 10001'",
                "  stockroom audit list --operator console --since 2h"
            })
    void list(
            @Mixin ListOptions list,
            @Mixin MerchantFilter merchant,
            @Option(
                            names = "--subject",
                            paramLabel = "TEXT",
                            description = "Only entries about this subject, such as 'application 10001'.")
                    @Nullable
                    String subject,
            @Option(
                            names = "--operator",
                            paramLabel = "NAME",
                            description = "Only entries of operator keys and people with this name.")
                    @Nullable
                    String by,
            @Option(names = "--since", paramLabel = "TIME", description = Since.DESCRIPTION) @Nullable Since since) {
        list.since(since)
                .whenEmpty("There are no entries, or they have been archived.")
                .list(
                        client -> Query.of("/audit")
                                .with("merchant", merchant.id(client))
                                .with("subject", subject)
                                .with("operator", by),
                        Column.time("AT", "at"),
                        Column.text("OPERATOR", "operator"),
                        Column.text("ADDRESS", "address"),
                        Column.word("ACTION", "action"),
                        Column.text("SUBJECT", "subject"),
                        new Column(
                                "CHANGE", "change", Column.Kind.MESSAGE, entry -> StringNode.valueOf(change(entry))));
    }

    /// Formats the fields that differ, such as `suspended no -> yes`.
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
