package stockroom.cli.connect;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.Shell;
import stockroom.cli.show.Column;
import stockroom.cli.show.Rows;
import stockroom.cli.show.Unfolded;
import tools.jackson.databind.JsonNode;

public final class ListOptions extends AdminOptions {
    private static final int PAGE = 1000;
    /// Options that do not filter the list; the message about an empty list leaves them out.
    private static final Set<String> OF_THE_FORM =
            Set.of("-o", "--json", "--wide", "--columns", "--limit", "--all", "--profile");

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Mixin
    private final TableOptions table = new TableOptions();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description = "Lists at most this many items (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(names = "--all", description = "Lists all items.")
    private boolean all;

    private Instant since = Instant.MIN;
    private String whenEmpty = "";
    private @Nullable String each;

    public ListOptions(Shell shell) {
        super(shell);
    }

    public ListOptions whenEmpty(String sentences) {
        whenEmpty = sentences;
        return this;
    }

    public void list(String path, Column... columns) {
        list(_ -> Query.of(path), columns);
    }

    /// Prints a row for each element of this field.
    public void listEach(String field, Function<AdminClient, Query> query, Column... columns) {
        each = field;
        list(query, columns);
    }

    /// Ends the list at this moment. The list must have the field `at` and be sorted newest first.
    public ListOptions since(@Nullable Since moment) {
        since = moment == null ? Instant.MIN : moment.moment();
        return this;
    }

    private boolean isOlder(JsonNode item) {
        return !since.equals(Instant.MIN)
                && Instant.parse(item.path("at").asString()).isBefore(since);
    }

    /// Prints page by page, so that only one page is in memory.
    public void list(Function<AdminClient, Query> query, Column... columns) {
        if (limit < 1) {
            throw CommandFailure.usage("--limit: %d (expected: >= 1)", limit);
        }
        var rows = table.rows(shell(), format(), List.of(columns));
        try (var client = client()) {
            walk(client, query.apply(client), rows);
        }
    }

    private void walk(AdminClient client, Query wanted, Rows rows) {
        var query = new LinkedHashMap<>(wanted.filter());
        long wantedRows = all ? Long.MAX_VALUE : limit;
        long left = wantedRows;
        boolean more = true;
        while (left > 0 && more) {
            query.put("limit", String.valueOf(Math.min(left, PAGE)));
            var page = client.get(wanted.path(), query).json();
            List<JsonNode> items = new ArrayList<>();
            page.path("items").forEach(items::add);
            boolean ended = items.removeIf(this::isOlder);
            if (each != null && !table.isRaw(format())) {
                items = Unfolded.rows(items, each);
            }
            boolean cut = items.size() > left;
            rows.print(cut ? items.subList(0, (int) left) : items);
            left -= items.size();
            more = cut || (page.path("next").isString() && !ended);
            query.put("after", page.path("next").asString(""));
            if (shell().out().checkError()) {
                // the reader has closed the pipe, such as `head`
                return;
            }
        }
        rows.end();
        if (isForPeople()) {
            shell().out().flush();
            if (left == wantedRows) {
                shell().err().println(nothing());
            } else if (more) {
                shell().err().println("There are more; --all or --limit shows them.");
            }
        }
    }

    private String nothing() {
        var parsed = command.commandLine().getParseResult();
        var filters = Stream.<ArgSpec>concat(
                        parsed.matchedOptions().stream().filter(option -> !OF_THE_FORM.contains(option.longestName())),
                        parsed.matchedPositionals().stream().filter(filter -> !filter.required()))
                .map(ListOptions::asGiven)
                .collect(Collectors.joining(" and "));
        return filters.isEmpty() ? whenEmpty : "Nothing matches %s; leave it out to see more.".formatted(filters);
    }

    private static String asGiven(ArgSpec argument) {
        var name = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
        return name + " " + argument.stringValues().getFirst();
    }
}
