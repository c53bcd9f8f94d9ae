package stockroom.testing.platform;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stockroom.testing.http.Reply;

/// One product of a fresh merchant, and its stock: what tests of create stock handle most.
public final class SingleProduct {
    public final TestMerchant merchant = Platform.shared().merchant();
    public final int product = merchant.product();

    /// Through an application of its own each time: the turns of two seconds are not what is tested with this.
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

    /// One colour in several sizes.
    ///
    /// @param sizes each with quantity and bar code, `-` for none, as it is written in JSON
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

    /// Colour, size, quantity and barcode of each entry.
    public List<String> entries() {
        // on a slow machine, a node that has too much to do says so
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
