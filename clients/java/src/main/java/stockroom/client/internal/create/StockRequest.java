package stockroom.client.internal.create;

import java.io.StringWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stockroom.client.internal.http.Answers;

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
        var text = new StringWriter();
        try (var json = Answers.JSON.createGenerator(text)) {
            json.writeStartArray();
            groups.forEach(group -> group.write(json));
            json.writeEndArray();
        }
        return text.toString();
    }
}
