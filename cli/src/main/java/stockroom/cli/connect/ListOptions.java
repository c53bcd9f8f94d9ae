package stockroom.cli.connect;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.Shell;
import stockroom.cli.show.Column;
import stockroom.cli.show.JsonArray;
import stockroom.cli.show.Rows;
import stockroom.cli.show.Table;
import stockroom.cli.show.UnfoldedRows;
import tools.jackson.databind.JsonNode;

/// The options of commands that list, and the walk through the pages.
public final class ListOptions extends AdminOptions {
    private static final int PAGE = 1000;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description = "Shows at most this many (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(names = "--all", description = "Shows them all.")
    private boolean all;

    private Instant since = Instant.MIN;

    public ListOptions(Shell shell) {
        super(shell);
    }

    public void list(String path, Column... columns) {
        list(_ -> Query.of(path), columns);
    }

    /// The same where ids are to be looked up first.
    public void list(Function<AdminClient, Query> query, Column... columns) {
        list(query, table(columns));
    }

    /// The same, with a row for each element of this field of the items.
    public void listEach(String field, Function<AdminClient, Query> query, Column... columns) {
        list(query, new UnfoldedRows(table(columns), field));
    }

    /// Of a list that is newest first, by the field `at`: ends at this moment.
    public ListOptions since(@Nullable Since moment) {
        since = moment == null ? Instant.MIN : moment.moment();
        return this;
    }

    private Table table(Column... columns) {
        return new Table(shell().screen(), List.of(columns));
    }

    private boolean isOlder(JsonNode item) {
        return !since.equals(Instant.MIN)
                && Instant.parse(item.path("at").asString()).isBefore(since);
    }

    /// Prints page by page: a list of any length needs the memory of one page.
    private void list(Function<AdminClient, Query> query, Rows forPeople) {
        if (limit < 1) {
            throw CommandFailure.usage("--limit: %d (expected: >= 1)", limit);
        }
        var rows = isJson() ? new JsonArray(shell().out()) : forPeople;
        try (var client = client()) {
            walk(client, query.apply(client), rows);
        }
    }

    private void walk(AdminClient client, Query wanted, Rows rows) {
        var query = new LinkedHashMap<>(wanted.filter());
        long left = all ? Long.MAX_VALUE : limit;
        boolean more = true;
        while (left > 0 && more) {
            query.put("limit", String.valueOf(Math.min(left, PAGE)));
            var page = client.get(wanted.path(), query).json();
            var items = new ArrayList<JsonNode>();
            page.path("items").forEach(items::add);
            boolean ended = items.removeIf(this::isOlder);
            rows.print(items);
            left -= items.size();
            more = page.path("next").isString() && !ended;
            query.put("after", page.path("next").asString(""));
            if (shell().out().checkError()) {
                // whoever reads has seen enough, as in `stockroom merchant list --all | head`
                return;
            }
        }
        rows.end();
        if (more && !isJson()) {
            shell().out().flush();
            shell().err().println("There are more; --all or --limit shows them.");
        }
    }
}
