package stockroom.cli.transfer;

import java.nio.file.Path;
import java.util.Locale;
import stockroom.cli.shell.CommandFailure;

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
        throw CommandFailure.usage("file: %s (expected: .ndjson, .jsonl or .csv; or give --format)", file);
    }
}
