package stockroom.cli.exporting;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import stockroom.cli.connect.AdminClient;
import tools.jackson.databind.JsonNode;

/// Visits all pages of a list, one in memory at a time.
public final class Pages {
    private static final int LARGEST = 1000;
    private static final int FIRST = 100;
    private static final int BYTES = 4 << 20;

    private Pages() {}

    /// Takes the items of a page, and returns false to stop.
    public interface Taker {
        boolean take(JsonNode items) throws IOException;
    }

    /// Also takes the cursor of the next page, which is empty at the end.
    interface PositionTaker {
        boolean take(JsonNode items, String next) throws IOException;
    }

    /// Sizes the next page by the items of this one: a thousand long descriptions take too much memory.
    public static void each(AdminClient client, String path, Map<String, String> filter, Taker taker)
            throws IOException {
        eachFrom(client, path, filter, "", (items, _) -> taker.take(items));
    }

    /// @param after the cursor to begin at; empty for the beginning
    static void eachFrom(AdminClient client, String path, Map<String, String> filter, String after, PositionTaker taker)
            throws IOException {
        Map<String, String> query = new HashMap<>(filter);
        int limit = FIRST;
        var next = after;
        for (boolean more = true; more; ) {
            query.put("limit", String.valueOf(limit));
            if (!next.isEmpty()) {
                query.put("after", next);
            }
            var reply = client.get(path, query);
            var page = reply.json();
            var items = page.path("items");
            next = page.path("next").asString("");
            more = taker.take(items, next) && !next.isEmpty();
            long each = Math.max(1, reply.size() / Math.max(1, items.size()));
            limit = Math.clamp(BYTES / each, 10, LARGEST);
        }
    }
}
