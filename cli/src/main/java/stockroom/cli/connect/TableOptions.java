package stockroom.cli.connect;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.Shell;
import stockroom.cli.show.Column;
import stockroom.cli.show.Csv;
import stockroom.cli.show.JsonArray;
import stockroom.cli.show.Rows;
import stockroom.cli.show.Table;

final class TableOptions {
    @Option(names = "--wide", description = "Shows full texts and times even on a narrow terminal.")
    private boolean wide;

    @Option(
            names = "--columns",
            paramLabel = "NAMES",
            split = ",",
            hideParamSyntax = true,
            description = "Prints only these columns, in this order: such as merchant,name.")
    private List<String> names = new ArrayList<>();

    boolean isRaw(FormatOptions format) {
        return format.isJson() && names.isEmpty();
    }

    Rows rows(Shell shell, FormatOptions format, List<Column> columns) {
        var chosen = names.isEmpty()
                ? columns
                : names.stream().map(name -> column(name, columns)).toList();
        if (format.isCsv()) {
            return new Csv(shell.out(), chosen);
        }
        return format.isJson()
                ? new JsonArray(shell.out(), names.isEmpty() ? List.of() : chosen)
                : new Table(shell.screen(), chosen, wide);
    }

    private static Column column(String name, List<Column> columns) {
        return columns.stream()
                .filter(column -> column.isCalled(name))
                .findFirst()
                .orElseThrow(() -> CommandFailure.usage(
                        "--columns: %s (expected: some of %s)",
                        name, columns.stream().map(Column::name).collect(Collectors.joining(", "))));
    }
}
