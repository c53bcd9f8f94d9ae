package stockroom.client.internal.read;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import stockroom.client.internal.http.Answers;
import stockroom.client.internal.http.Calls;
import stockroom.client.internal.http.Form;
import stockroom.client.internal.http.RequestBody;
import stockroom.client.model.StockItem;
import stockroom.client.model.StockSnapshot;
import tools.jackson.databind.JsonNode;

/// Reads the stock of products, now or in the past.
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

    public List<StockItem> asOf(int pid, long push) {
        return list(pid, push);
    }

    private List<StockItem> list(int pid, @Nullable Object asOf) {
        var form = new Form().with("productid", pid).with("asOf", asOf);
        return items(calls.call("/Stock/List", RequestBody.form(form)).path("data"));
    }

    /// Returns stock by product in the order given, without products that do not exist.
    public Map<Integer, List<StockItem>> ofMany(Collection<Integer> pids) {
        return read(pids, Map.of(), answer -> {});
    }

    /// Returns the stock and the cursor of the first response, or the current one if there are no products.
    public StockSnapshot snapshot(Collection<Integer> pids, Supplier<String> now) {
        List<String> cursors = new ArrayList<>();
        var stock = read(pids, Map.of("fields", "cursor"), answer -> cursors.add(Answers.text(answer, "cursor")));
        return new StockSnapshot(stock, cursors.isEmpty() ? now.get() : cursors.get(0));
    }

    public Map<Integer, List<StockItem>> ofBarCodes(Collection<String> barCodes) {
        // the server ignores a blank one
        var open = new ArrayList<>(barCodes.stream()
                .map(String::strip)
                .filter(code -> !code.isEmpty())
                .distinct()
                .toList());
        Map<Integer, List<StockItem>> found = new LinkedHashMap<>();
        while (!open.isEmpty()) {
            var some = open.subList(0, Math.min(MAX_PRODUCTS, open.size()));
            var asked = List.copyOf(some);
            some.clear();
            var body = Answers.JSON.writeValueAsString(Map.of("barCodes", asked));
            var answer = calls.call("/Stock/Batch", RequestBody.json(body));
            for (var product : answer.path("data")) {
                found.put(product.path("productid").asInt(0), items(product.path("stock")));
            }
            found.putAll(ofMany(Answers.ids(answer.path("rest"))));
            var rest = List.of(Answers.as(answer.path("restBarCodes"), String[].class));
            if (rest.size() >= asked.size()) {
                throw Answers.notAsExpected("none of %d bar codes was read".formatted(asked.size()));
            }
            open.addAll(0, rest);
        }
        return Collections.unmodifiableMap(found);
    }

    private Map<Integer, List<StockItem>> read(
            Collection<Integer> pids, Map<String, Object> fields, Consumer<JsonNode> seen) {
        var open = new ArrayDeque<>(new LinkedHashSet<>(pids));
        Map<Integer, List<StockItem>> found = new LinkedHashMap<>();
        while (!open.isEmpty()) {
            List<Integer> asked = new ArrayList<>();
            while (asked.size() < MAX_PRODUCTS && !open.isEmpty()) {
                asked.add(open.removeFirst());
            }
            Map<String, Object> body = new HashMap<>(fields);
            body.put("productids", asked);
            var answer = calls.call("/Stock/Batch", RequestBody.json(Answers.JSON.writeValueAsString(body)));
            seen.accept(answer);
            var rest = read(answer, asked, found);
            for (int i = rest.size() - 1; i >= 0; i--) {
                open.addFirst(rest.get(i));
            }
        }
        return Collections.unmodifiableMap(found);
    }

    /// Returns the products that did not fit into the response.
    private static List<Integer> read(JsonNode answer, List<Integer> asked, Map<Integer, List<StockItem>> found) {
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
