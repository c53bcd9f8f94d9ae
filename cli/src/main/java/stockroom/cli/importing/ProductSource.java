package stockroom.cli.importing;

import java.io.IOException;

interface ProductSource extends AutoCloseable {
    int MAX_LINE = 256 * 1024;

    /// Adds as many of the next lines as fit.
    void fill(Chunk chunk) throws IOException;

    @Override
    void close() throws IOException;
}
