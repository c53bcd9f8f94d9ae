package stockroom.testing;

import java.util.List;

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

    public static String groups(String... items) {
        return "[" + String.join(",", items) + "]";
    }

    /// Colour, size, quantity and barcode of each entry.
    public List<String> entries() {
        return merchant.stockList(product)
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
