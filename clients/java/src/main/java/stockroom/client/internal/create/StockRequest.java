package stockroom.client.internal.create;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stockroom.client.internal.http.Json;

public record StockRequest(List<ColorGroup> groups) {
    public StockRequest {
        groups = List.copyOf(groups);
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }

    Stream<Integer> entries() {
        return groups.stream().flatMap(ColorGroup::entries);
    }

    Set<Integer> products() {
        return groups.stream().map(ColorGroup::pid).collect(Collectors.toCollection(HashSet::new));
    }

    StockRequest only(Predicate<ColorGroup> kept) {
        return new StockRequest(groups.stream().filter(kept).toList());
    }

    String json() {
        return json(groups);
    }

    static String json(List<ColorGroup> groups) {
        return Json.write(json -> {
            json.writeStartArray();
            groups.forEach(group -> group.write(json));
            json.writeEndArray();
        });
    }
}
