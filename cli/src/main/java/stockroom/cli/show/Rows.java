package stockroom.cli.show;

import java.util.List;
import tools.jackson.databind.JsonNode;

public interface Rows {
    void print(List<JsonNode> page);

    /// Must be called after the last page.
    void end();
}
