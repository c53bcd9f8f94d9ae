package stockroom.cli.show;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// A list being printed.
public interface Rows {
    /// The next of them.
    void print(List<JsonNode> page);

    /// There are no more.
    void end();
}
