package stockroom.cli.importing;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.PrivateFile;
import stockroom.cli.shell.Secret;
import tools.jackson.databind.JsonNode;

/// Never overwrites a file, because a token cannot be shown again.
final class TokensFile implements AutoCloseable {
    private static final String HEADER = "storeUrl,merchantId,account,accountId,applicationId,accesstoken,expiresAt\n";

    private final Path path;
    private final FileChannel channel;

    private TokensFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    record Issued(MerchantFile.Line line, JsonNode about, Secret token) {}

    /// @param length what an earlier run acknowledged; later tokens are requested again
    static TokensFile open(Path path, long length) throws IOException {
        var options = length == 0
                ? Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)
                : Set.of(StandardOpenOption.WRITE);
        try {
            var file = new TokensFile(path, FileChannel.open(path, options, PrivateFile.only("rw-------", path)));
            if (length == 0) {
                file.write(HEADER);
            } else if (file.length() < length) {
                file.close();
                throw CommandFailure.refused(
                        "%s has lost tokens that were written to it (expected: at least %d bytes)", path, length);
            } else {
                file.channel.truncate(length).position(length);
            }
            return file;
        } catch (FileAlreadyExistsException e) {
            throw CommandFailure.usage("--tokens: %s exists already (expected: a new file)", path);
        }
    }

    void append(List<Issued> issued) throws IOException {
        var text = new StringWriter();
        try (var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            for (var each : issued) {
                csv.writeRecord(
                        each.line.cell("storeUrl"),
                        each.about.path("merchantId").asString(),
                        each.line.cell("account"),
                        each.about.path("accountId").asString(),
                        each.about.path("applicationId").asString(),
                        each.token.reveal(),
                        each.about.path("expiresAt").asString());
            }
        }
        write(text.toString());
    }

    private void write(String text) throws IOException {
        for (var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)); bytes.hasRemaining(); ) {
            channel.write(bytes);
        }
        channel.force(false);
    }

    Path path() {
        return path;
    }

    long length() throws IOException {
        return channel.size();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
