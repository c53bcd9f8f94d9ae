package stockroom.cli.transfer;

import java.nio.file.Path;
import java.util.Locale;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;

/// How products and stock are written in a file.
public enum Format {
    ndjson,
    csv;

    public static Format of(Path file) {
        var name = file.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".ndjson") || name.endsWith(".jsonl")) {
            return ndjson;
        }
        if (name.endsWith(".csv")) {
            return csv;
        }
        throw new CommandFailure(
                ExitCode.USAGE, "file: %s (expected: .ndjson, .jsonl or .csv; or give --format)".formatted(file));
    }
}
