package stockroom.cli.exporting;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// One JSON object a line.
public final class NdjsonItems implements ItemWriter {
    private final OutputStream out;
    private final List<String> fields;

    /// @param fields which are written
    public NdjsonItems(OutputStream out, List<String> fields) {
        this.out = out;
        this.fields = fields;
    }

    @Override
    public void write(JsonNode item) throws IOException {
        if (item instanceof ObjectNode object) {
            object.retain(fields);
        }
        out.write(JsonMapper.shared().writeValueAsBytes(item));
        out.write('\n');
    }

    @Override
    public void finish() throws IOException {
        out.flush();
    }
}
