package stockroom.testing.platform;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stockroom.testing.http.Reply;

public final class SingleProduct {
    public final TestMerchant merchant = Platform.shared().merchant();
    public final int product = merchant.product();

    /// Uses a new application each time, so that tests need not wait for a turn.
    public Reply create(String json) {
        return Platform.shared().throughAnotherApplication(merchant).createStock(json);
    }

    public String group(String colour, String size, int quantity) {
        return groups(item(colour, size, quantity));
    }

    public String item(String colour, String size, int quantity) {
        return "{\"color\":\"%s\",\"pid\":%d,\"param\":[{\"size\":\"%s\",\"stock\":%d}]}"
                .formatted(colour, product, size, quantity);
    }

    /// Returns the sizes of a colour, each with stock and bar code as in JSON; `-` for no bar code.
    public String sizes(String colour, String... sizes) {
        return "[{\"color\":\"%s\",\"pid\":%d,\"param\":[%s]}]"
                .formatted(
                        colour,
                        product,
                        Stream.of(sizes)
                                .map(size -> size.split(" ", -1))
                                .map(cells -> "{\"size\":\"%s\",\"stock\":%s,\"barCode\":%s}"
                                        .formatted(
                                                cells[0],
                                                cells[1],
                                                cells[2].equals("-") ? "null" : "\"" + cells[2] + "\""))
                                .collect(Collectors.joining(",")));
    }

    public static String groups(String... items) {
        return "[" + String.join(",", items) + "]";
    }

    public List<String> entries() {
        // an overloaded node on a slow machine responds 503
        return await().atMost(1, MINUTES)
                .until(() -> merchant.stockList(product), reply -> reply.status() != 503)
                .json()
                .path("data")
                .valueStream()
                .map(entry -> "%s %s %s %s"
                        .formatted(
                                entry.path("color").asString(),
                                entry.path("size"),
                                entry.path("stock"),
                                entry.path("barCode").asString("null")))
                .toList();
    }
}
