package stockroom.cli.show;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A row for each element of a field of what is listed, with the other fields beside it.
public record UnfoldedRows(Rows rows, String field) implements Rows {
    @Override
    public void print(List<JsonNode> page) {
        var unfolded = new ArrayList<JsonNode>();
        for (var item : page) {
            item.path(field).forEach(element -> unfolded.add(unfolded(item, element)));
        }
        rows.print(unfolded);
    }

    private JsonNode unfolded(JsonNode item, JsonNode element) {
        var row = JsonMapper.shared().createObjectNode();
        item.properties().stream()
                .filter(other -> !other.getKey().equals(field))
                .forEach(other -> row.set(other.getKey(), other.getValue()));
        element.properties().forEach(part -> row.set(part.getKey(), part.getValue()));
        return row;
    }

    @Override
    public void end() {
        rows.end();
    }
}
