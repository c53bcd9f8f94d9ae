package stockroom.client.internal.read;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import stockroom.client.internal.http.Answer;
import stockroom.client.internal.http.Calls;
import stockroom.client.internal.http.Form;
import stockroom.client.internal.http.Message;
import stockroom.client.internal.http.RequestBody;
import stockroom.client.model.StockItem;
import stockroom.client.model.StockSnapshot;

/// Reads the stock of products, now or in the past.
public final class StockReads {
    private static final int BATCH = 100;

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
        var answer = calls.call("/Stock/List", RequestBody.form(form));
        return answer.items(answer.path("data"), StockItem.class);
    }

    /// Returns stock by product in the order given, without products that do not exist.
    public Map<Integer, List<StockItem>> ofMany(Collection<Integer> pids) {
        return read(pids, null, answer -> {});
    }

    /// Returns the stock and the cursor of the first response, or the current one if there are no products.
    public StockSnapshot snapshot(Collection<Integer> pids, Supplier<String> now) {
        List<String> cursors = new ArrayList<>();
        var stock = read(pids, "cursor", answer -> cursors.add(answer.text("cursor")));
        return new StockSnapshot(stock, cursors.isEmpty() ? now.get() : cursors.get(0));
    }

    private Map<Integer, List<StockItem>> read(
            Collection<Integer> pids, @Nullable String fields, Consumer<Answer> seen) {
        Map<Integer, List<StockItem>> found = new LinkedHashMap<>();
        inBatches("productids", pids, fields, answer -> {
            seen.accept(answer);
            collect(answer, found);
            return answer.ids("rest");
        });
        return Collections.unmodifiableMap(found);
    }

    public Map<Integer, List<StockItem>> ofBarCodes(Collection<String> barCodes) {
        // the server ignores a blank one
        var wanted = barCodes.stream()
                .map(String::strip)
                .filter(code -> !code.isEmpty())
                .toList();
        Map<Integer, List<StockItem>> found = new LinkedHashMap<>();
        inBatches("barCodes", wanted, null, answer -> {
            collect(answer, found);
            found.putAll(ofMany(answer.ids("rest")));
            return answer.path("restBarCodes")
                    .items()
                    .map(code -> code.text(""))
                    .toList();
        });
        return Collections.unmodifiableMap(found);
    }

    /// Reads a hundred at a time.
    ///
    /// @param rest takes a response and returns what did not fit into it, which is asked for again
    private <T> void inBatches(
            String name, Collection<T> wanted, @Nullable String fields, Function<Answer, List<T>> rest) {
        List<T> open = new ArrayList<>(new LinkedHashSet<>(wanted));
        while (!open.isEmpty()) {
            var next = open.subList(0, Math.min(BATCH, open.size()));
            var asked = List.copyOf(next);
            next.clear();
            var form = new Form().with("fields", fields);
            asked.forEach(each -> form.with(name, each));
            var answer = calls.call("/Stock/Batch", RequestBody.form(form));
            var left = rest.apply(answer);
            if (left.size() >= asked.size()) {
                throw answer.notAsExpected(Message.NONE_READ.in(answer.language(), asked.size()));
            }
            open.addAll(0, left);
        }
    }

    private static void collect(Answer answer, Map<Integer, List<StockItem>> found) {
        answer.path("data")
                .items()
                .forEach(product -> found.put(
                        product.path("productid").integer(0), answer.items(product.path("stock"), StockItem.class)));
    }
}
