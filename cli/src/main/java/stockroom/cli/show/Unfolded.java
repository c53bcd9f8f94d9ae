package stockroom.cli.show;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Makes a row of each element of a list field and the item's other fields.
public final class Unfolded {
    private Unfolded() {}

    public static List<JsonNode> rows(List<JsonNode> page, String field) {
        var unfolded = new ArrayList<JsonNode>();
        for (var item : page) {
            item.path(field).forEach(element -> unfolded.add(row(item, field, element)));
        }
        return unfolded;
    }

    private static JsonNode row(JsonNode item, String field, JsonNode element) {
        var row = JsonMapper.shared().createObjectNode();
        item.properties().stream()
                .filter(other -> !other.getKey().equals(field))
                .forEach(other -> row.set(other.getKey(), other.getValue()));
        element.properties().forEach(part -> row.set(part.getKey(), part.getValue()));
        return row;
    }
}
