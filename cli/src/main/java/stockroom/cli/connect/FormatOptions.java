package stockroom.cli.connect;

import picocli.CommandLine.Option;

public final class FormatOptions {
    enum Format {
        table,
        csv,
        json
    }

    @Option(
            names = "-o",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "Output format: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Format format = Format.table;

    @Option(names = "--json", description = "Short for -o json.")
    private boolean json;

    boolean isJson() {
        return json || format == Format.json;
    }

    boolean isCsv() {
        return !isJson() && format == Format.csv;
    }
}
