package stockroom.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Any number of entries as the fewest requests: a product's colours together, runs of sizes as ranges, and in each
/// request as many colours as it takes. The same entries in the same order always make the same plan, so that a run
/// that was interrupted can be gone on with ([CreateOptions#startingAt]).
public final class StockPlan {
    private static final int MOST_COLOURS = 300;
    private static final int MOST_ENTRIES = 15_000;
    /// Of 4 MiB; brackets and commas are not counted.
    private static final int MOST_BYTES = 4_000_000;

    private final List<StockEntry> entries;
    private final List<StockRequest> requests;

    private StockPlan(List<StockEntry> entries, List<StockRequest> requests) {
        this.entries = entries;
        this.requests = requests;
    }

    /// Everything that is wrong with the entries, by their index; the same product, colour and size twice is, too.
    public static List<EntryFault> check(List<StockEntry> entries) {
        return EntryCheck.of(entries);
    }

    /// Throws [BadRequestException] with all faults where there are any.
    public static StockPlan of(Iterable<StockEntry> entries) {
        List<StockEntry> all = new ArrayList<>();
        entries.forEach(all::add);
        var faults = check(all);
        if (!faults.isEmpty()) {
            throw new BadRequestException(
                    Failure.local(faults.stream().map(EntryFault::asFault).toList()));
        }
        return new StockPlan(List.copyOf(all), packed(all));
    }

    private static List<StockRequest> packed(List<StockEntry> entries) {
        Map<Integer, Map<String, List<Integer>>> products = new LinkedHashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            var entry = entries.get(i);
            products.computeIfAbsent(entry.pid(), pid -> new LinkedHashMap<>())
                    .computeIfAbsent(EntryCheck.text(entry.colour()), colour -> new ArrayList<>())
                    .add(i);
        }
        List<StockRequest> requests = new ArrayList<>();
        List<ColourGroup> groups = new ArrayList<>();
        int count = 0;
        long bytes = 0;
        for (var colours : products.values()) {
            for (var indexes : colours.values()) {
                var group = ColourGroup.of(entries, indexes);
                int size = StockRequest.json(List.of(group)).getBytes(UTF_8).length;
                if (groups.size() == MOST_COLOURS
                        || count + indexes.size() > MOST_ENTRIES
                        || bytes + size > MOST_BYTES) {
                    requests.add(new StockRequest(groups));
                    groups.clear();
                    count = 0;
                    bytes = 0;
                }
                groups.add(group);
                count += indexes.size();
                bytes += size;
            }
        }
        if (!groups.isEmpty()) {
            requests.add(new StockRequest(groups));
        }
        return requests;
    }

    /// As they were given.
    public List<StockEntry> entries() {
        return entries;
    }

    /// How many requests it takes; each takes a turn of the platform's pace.
    public int requests() {
        return requests.size();
    }

    StockRequest request(int number) {
        return requests.get(number);
    }
}
