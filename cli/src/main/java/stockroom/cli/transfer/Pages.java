package stockroom.cli.transfer;

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

    /// Takes the next one; answers whether it wants more.
    interface Taker {
        boolean take(JsonNode item) throws IOException;
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
            for (var item : items) {
                if (!taker.take(item)) {
                    return;
                }
            }
            more = page.path("next").isString();
            query.put("after", page.path("next").asString(""));
            long each = Math.max(1, reply.size() / Math.max(1, items.size()));
            limit = Math.clamp(BYTES / each, 10, LARGEST);
        }
    }
}
