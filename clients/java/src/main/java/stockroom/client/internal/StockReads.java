package stockroom.client.internal;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import stockroom.client.model.StockItem;
import tools.jackson.databind.JsonNode;

/// The stock of one product, now or at a time in the past, or of many.
public final class StockReads {
    private static final int MAX_PRODUCTS = 100;

    private final Calls calls;

    public StockReads(Calls calls) {
        this.calls = calls;
    }

    public List<StockItem> of(int pid) {
        return list(pid, null);
    }

    public List<StockItem> asOf(int pid, Instant time) {
        return list(pid, time.truncatedTo(ChronoUnit.MILLIS));
    }

    private List<StockItem> list(int pid, @Nullable Instant asOf) {
        var form = new Form().with("productid", pid).with("asOf", asOf);
        return items(calls.call("/Stock/List", RequestBody.form(form)).path("data"));
    }

    /// By product, in the order given, without those that do not exist.
    public Map<Integer, List<StockItem>> ofMany(Collection<Integer> pids) {
        var open = new ArrayDeque<>(new LinkedHashSet<>(pids));
        Map<Integer, List<StockItem>> found = new LinkedHashMap<>();
        while (!open.isEmpty()) {
            List<Integer> asked = new ArrayList<>();
            while (asked.size() < MAX_PRODUCTS && !open.isEmpty()) {
                asked.add(open.removeFirst());
            }
            var rest = read(asked, found);
            for (int i = rest.size() - 1; i >= 0; i--) {
                open.addFirst(rest.get(i));
            }
        }
        return Collections.unmodifiableMap(found);
    }

    /// Answers those that one answer has no room for.
    private List<Integer> read(List<Integer> asked, Map<Integer, List<StockItem>> found) {
        var json = Answers.JSON.writeValueAsString(Map.of("productids", asked));
        var answer = calls.call("/Stock/Batch", RequestBody.json(json));
        for (var product : answer.path("data")) {
            found.put(product.path("productid").asInt(0), items(product.path("stock")));
        }
        var rest = Answers.ids(answer.path("rest"));
        if (rest.size() >= asked.size()) {
            throw Answers.notAsExpected("none of %d products was read".formatted(asked.size()));
        }
        return rest;
    }

    private static List<StockItem> items(JsonNode items) {
        return List.of(Answers.as(items, StockItem[].class));
    }
}
