package stockroom.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All fields of a product. Texts may be empty; nullable ones may be missing. The category ids and names are
/// comma-separated, in the same order; the description is HTML; `outerId` is store, item number and price, separated
/// by `/`.
public record ProductDetail(
        @Nullable String categoryIdTree,
        @Nullable String categoryNameTree,
        String description,
        List<String> imgs,
        BigDecimal price,
        String outerId,
        String picUrl,
        List<Attribute> attributes,
        List<Sku> skus,
        String storeUrl,
        String storeName,
        String title,
        @Nullable String video) {

    public ProductDetail {
        description = text(description);
        imgs = list(imgs);
        price = price == null ? BigDecimal.ZERO : price;
        outerId = text(outerId);
        picUrl = text(picUrl);
        attributes = list(attributes);
        skus = list(skus);
        storeUrl = text(storeUrl);
        storeName = text(storeName);
        title = text(title);
    }

    public record Attribute(String name, String value) {}

    /// One colour of a product. Sizes and quantities are comma-separated, in the same order.
    public record Sku(
            @JsonProperty("color") String colour,
            String size,
            @Nullable String stockNum,
            @Nullable String skuImg) {

        /// Returns sizes with their quantities; a missing quantity is 0.
        public List<SizeStock> sizes() {
            List<SizeStock> sizes = new ArrayList<>();
            var quantities = stockNum == null ? new String[0] : stockNum.split(",", -1);
            var names = size == null || size.isEmpty() ? new String[0] : size.split(",", -1);
            for (int i = 0; i < names.length; i++) {
                var quantity = i < quantities.length ? quantities[i].strip() : "";
                sizes.add(
                        new SizeStock(names[i].strip(), quantity.matches("\\d{1,9}") ? Integer.parseInt(quantity) : 0));
            }
            return sizes;
        }
    }

    public record SizeStock(String size, int stock) {}

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static <T> List<T> list(@Nullable List<T> list) {
        return list == null ? List.of() : List.copyOf(list);
    }
}
