package stockroom.client.internal.create;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stockroom.client.model.StockEntry;

/// Entries and their requests; colours in which something is sold out come first.
public record RequestPlan(List<StockEntry> entries, List<StockRequest> requests) {
    private static final int MAX_COLORS = 300;
    private static final int MAX_ENTRIES = 15_000;
    /// The server takes 4 MiB; brackets and commas are not counted here.
    private static final int MAX_BYTES = 4_000_000;

    public RequestPlan {
        entries = List.copyOf(entries);
        requests = List.copyOf(requests);
    }

    /// Packs entries that have no violations.
    public static RequestPlan of(List<StockEntry> entries) {
        List<StockRequest> requests = new ArrayList<>();
        List<ColorGroup> groups = new ArrayList<>();
        int count = 0;
        long bytes = 0;
        for (var indexes : soldOutFirst(byColor(entries), entries)) {
            var group = ColorGroup.of(entries, indexes);
            int size = StockRequest.json(List.of(group)).getBytes(UTF_8).length;
            if (groups.size() == MAX_COLORS || count + indexes.size() > MAX_ENTRIES || bytes + size > MAX_BYTES) {
                requests.add(new StockRequest(groups));
                groups.clear();
                count = 0;
                bytes = 0;
            }
            groups.add(group);
            count += indexes.size();
            bytes += size;
        }
        if (!groups.isEmpty()) {
            requests.add(new StockRequest(groups));
        }
        return new RequestPlan(entries, requests);
    }

    /// Returns the indexes of each colour's entries, with a product's colours side by side.
    private static List<List<Integer>> byColor(List<StockEntry> entries) {
        Map<String, Map<String, List<Integer>>> products = new LinkedHashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            var entry = entries.get(i);
            products.computeIfAbsent(EntryCheck.product(entry), product -> new LinkedHashMap<>())
                    .computeIfAbsent(EntryCheck.text(entry.color()), color -> new ArrayList<>())
                    .add(i);
        }
        return products.values().stream()
                .flatMap(colors -> colors.values().stream())
                .toList();
    }

    /// Moves sold-out colours to the front, so that they are not sold meanwhile. A colour is not split, because
    /// two parts would take the room of two.
    private static List<List<Integer>> soldOutFirst(List<List<Integer>> colors, List<StockEntry> entries) {
        Map<Boolean, List<List<Integer>>> bySoldOut = colors.stream()
                .collect(Collectors.partitioningBy(
                        indexes -> indexes.stream().anyMatch(index -> isSoldOut(entries.get(index)))));
        return Stream.of(true, false)
                .flatMap(soldOut -> bySoldOut.getOrDefault(soldOut, List.of()).stream())
                .toList();
    }

    private static boolean isSoldOut(StockEntry entry) {
        return entry.delta() == null && entry.stock() == 0;
    }
}
