package stockroom.cli.connect;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public record Query(String path, Map<String, String> filter) {
    public static Query of(String path) {
        return new Query(path, Map.of());
    }

    public Query with(String name, @Nullable Object value) {
        if (value == null) {
            return this;
        }
        var more = new LinkedHashMap<>(filter);
        more.put(name, value.toString());
        return new Query(path, more);
    }
}
