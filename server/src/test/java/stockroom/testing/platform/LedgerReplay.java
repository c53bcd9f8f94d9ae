package stockroom.testing.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;

public record LedgerReplay(NavigableSet<Long> pushes, SortedMap<String, Integer> stock) {
    /// Fails if a change does not start from the quantity that the one before it left.
    public static LedgerReplay of(TestMerchant merchant, String from) {
        var replayed = new LedgerReplay(new TreeSet<>(), new TreeMap<>());
        var cursor = from;
        for (boolean more = true; more; ) {
            var page = merchant.changes("cursor", cursor, "limit", 500).json();
            for (var push : page.path("data")) {
                replayed.pushes.add(push.path("push").asLong());
                for (var change : push.path("changes")) {
                    var entry = "%s %s %s"
                            .formatted(
                                    change.path("productid").asString(),
                                    change.path("color").asString(),
                                    change.path("size").asString());
                    var before = change.path("before");
                    assertThat(replayed.stock.get(entry)).isEqualTo(before.isNull() ? null : before.asInt());
                    if (change.path("stock").isNull()) {
                        replayed.stock.remove(entry);
                    } else {
                        replayed.stock.put(entry, change.path("stock").asInt());
                    }
                }
            }
            cursor = page.path("cursor").asString();
            more = page.path("more").asBoolean();
        }
        return replayed;
    }

    /// Fails unless the replay equals the stock and its numbers have no gap.
    public void assertIsWhole(TestMerchant merchant) {
        assertThat(stock).isEqualTo(stockOf(merchant));
        assertThat(pushes)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, pushes.size()).boxed().toList());
    }

    /// Reads the table itself, since the serving role, as which trials of failover connect, has no rights on the view.
    private static Map<String, Integer> stockOf(TestMerchant merchant) {
        var stock = new TreeMap<String, Integer>();
        merchant.platform()
                .queryAll("SELECT product_id || ' ' || colour || ' ' || e.size || '=' || e.quantity"
                        + " FROM stock, unnest(sizes, quantities) e (size, quantity) WHERE merchant_id = "
                        + merchant.id().value())
                .forEach(entry -> stock.put(
                        entry.substring(0, entry.indexOf('=')),
                        Integer.valueOf(entry.substring(entry.indexOf('=') + 1))));
        return stock;
    }
}
