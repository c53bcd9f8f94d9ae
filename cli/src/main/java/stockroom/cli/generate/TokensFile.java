package stockroom.cli.generate;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// The tokens that were made, one a line, in a file that only its owner can read.
final class TokensFile implements AutoCloseable {
    private final BufferedWriter out;

    /// @param file must not exist yet
    TokensFile(Path file) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        this.out = Files.newBufferedWriter(file);
        out.write("merchantId,accountId,accesstoken,productId\n");
    }

    synchronized void append(CharSequence lines) throws IOException {
        out.append(lines);
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
