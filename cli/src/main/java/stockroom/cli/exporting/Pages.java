package stockroom.cli.exporting;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import stockroom.cli.connect.AdminClient;
import tools.jackson.databind.JsonNode;

/// Walks through all pages of a list with the memory of one.
final class Pages {
    private static final int LARGEST = 1000;
    private static final int FIRST = 100;
    private static final int BYTES = 4 << 20;

    private Pages() {}

    /// Takes the items of the next page; answers whether it wants more.
    interface Taker {
        boolean take(JsonNode items) throws IOException;
    }

    /// The size of pages follows the size of what is in them: a thousand long descriptions would be too much at once.
    static void each(AdminClient client, String path, Taker taker) throws IOException {
        Map<String, String> query = new HashMap<>();
        int limit = FIRST;
        for (boolean more = true; more; ) {
            query.put("limit", String.valueOf(limit));
            var reply = client.get(path, query);
            var page = reply.json();
            var items = page.path("items");
            more = taker.take(items) && page.path("next").isString();
            query.put("after", page.path("next").asString(""));
            long each = Math.max(1, reply.size() / Math.max(1, items.size()));
            limit = Math.clamp(BYTES / each, 10, LARGEST);
        }
    }
}
