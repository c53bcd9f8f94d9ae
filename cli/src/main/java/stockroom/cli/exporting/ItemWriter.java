package stockroom.cli.exporting;

import java.io.IOException;
import tools.jackson.databind.JsonNode;

/// A file being exported.
public interface ItemWriter {
    void write(JsonNode item) throws IOException;

    /// Hands over what is still held back.
    void finish() throws IOException;
}
