package stockroom.client.model;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// All fields of a product. Texts may be empty. The category ids and names are comma-separated, in the same order; the
/// description is HTML; `outerId` is store, item number and price, separated by `/`.
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
        String video) {

    public ProductDetail {
        imgs = List.copyOf(imgs);
        attributes = attributes == null ? List.of() : List.copyOf(attributes);
        skus = List.copyOf(skus);
    }

    public record Attribute(String name, String value) {}

    /// One colour of a product. Sizes and quantities are comma-separated, in the same order.
    public record Sku(String color, String size, String stockNum, String skuImg) {
        /// Returns the sizes with their quantities.
        public List<SizeStock> sizes() {
            var names = size.split(",", -1);
            var quantities = stockNum.split(",", -1);
            return IntStream.range(0, names.length)
                    .mapToObj(i -> new SizeStock(names[i], Integer.parseInt(quantities[i])))
                    .toList();
        }
    }

    public record SizeStock(String size, int stock) {}
}
