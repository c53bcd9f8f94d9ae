package stockroom.cli.transfer;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import stockroom.cli.CommandFailure;
import stockroom.cli.ExitCode;

/// The lines left out, as CSV: line, field, reason. There is no file while there is nothing to say.
final class RejectsFile {
    private static final String HEADER = "line,field,reason\n";

    private final Path path;
    private long length;

    private RejectsFile(Path path, long length) {
        this.path = path;
        this.length = length;
    }

    /// @param length of it that an earlier run answered for; what lies behind was written just before that was killed
    static RejectsFile open(Path path, long length) throws IOException {
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
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "%s has %d bytes (expected: %d, written by the run this one goes on from); --restart begins anew"
                            .formatted(path, there, length));
        }
        return new RejectsFile(path, length);
    }

    /// Now, and not after an hour at the first line that is rejected.
    private static void refuseNoFolder(Path path) {
        var folder = path.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--rejects: %s (expected: a file in a folder that is there)".formatted(path));
        }
    }

    /// A slip of the keyboard must not cost a file.
    private static void refuseOthers(Path path) throws IOException {
        try (var file = Files.newInputStream(path)) {
            var begin = new String(file.readNBytes(HEADER.length()), StandardCharsets.UTF_8);
            if (!HEADER.startsWith(begin)) {
                throw new CommandFailure(
                        ExitCode.USAGE,
                        "%s is there and is no rejects file; name another with --rejects".formatted(path));
            }
        }
    }

    void append(List<Reject> rejects) throws IOException {
        if (rejects.isEmpty()) {
            return;
        }
        var text = new StringWriter();
        text.append(length == 0 ? HEADER : "");
        try (var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            rejects.forEach(reject -> csv.writeRecord(String.valueOf(reject.line()), reject.field(), reject.reason()));
        }
        var bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
        try (var file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (bytes.hasRemaining()) {
                length += file.write(bytes);
            }
        }
    }

    Path path() {
        return path;
    }

    long length() {
        return length;
    }
}
