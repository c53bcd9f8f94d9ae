package stockroom.cli.transfer;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import stockroom.cli.shell.CommandFailure;

/// Writes rejected lines as CSV. The file is created with the first rejected line.
public final class RejectedLinesFile {
    private static final String HEADER = "line,field,reason\n";

    private final Path path;
    private long length;

    private RejectedLinesFile(Path path, long length) {
        this.path = path;
        this.length = length;
    }

    /// Opens the file for appending.
    ///
    /// @param length what an earlier run acknowledged; anything after it is removed
    public static RejectedLinesFile open(Path path, long length) throws IOException {
        refuseNoFolder(path);
        if (Files.exists(path)) {
            refuseOthers(path);
            if (length == 0) {
                Files.delete(path);
            } else {
                try (var file = FileChannel.open(path, StandardOpenOption.WRITE)) {
                    file.truncate(length);
                }
            }
        }
        long there = Files.exists(path) ? Files.size(path) : 0;
        if (there != length) {
            throw CommandFailure.refused(
                    "%s has %d bytes (expected: %d, written by the run that is resumed); --restart starts over",
                    path, there, length);
        }
        return new RejectedLinesFile(path, length);
    }

    /// Fails at the start and not an hour later at the first rejected line.
    private static void refuseNoFolder(Path path) {
        var folder = path.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw CommandFailure.usage("--rejects: %s (expected: a file in an existing folder)", path);
        }
    }

    /// Refuses to overwrite a file of another kind, which may be named by mistake.
    private static void refuseOthers(Path path) throws IOException {
        try (var file = Files.newInputStream(path)) {
            var begin = new String(file.readNBytes(HEADER.length()), StandardCharsets.UTF_8);
            if (!HEADER.startsWith(begin)) {
                throw CommandFailure.usage("%s exists and is not a rejects file; name another with --rejects", path);
            }
        }
    }

    public void append(List<RejectedLine> rejects) throws IOException {
        if (rejects.isEmpty()) {
            return;
        }
        var text = new StringWriter();
        text.append(length == 0 ? HEADER : "");
        try (var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            rejects.forEach(reject -> csv.writeRecord(String.valueOf(reject.line()), reject.field(), reject.reason()));
        }
        var bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        Files.write(path, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        length += bytes.length;
    }

    public Path path() {
        return path;
    }

    public long length() {
        return length;
    }
}
