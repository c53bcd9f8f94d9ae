package stockroom.catalog.products;

import java.math.BigDecimal;
import java.util.List;

/// A product to be added, or to replace the one with its `artNo`.
///
/// @param price with two decimal places
/// @param images at least one; the first is the product's picture
/// @param attributes in the order they are shown
public record NewProduct(
        String artNo,
        String title,
        String description,
        BigDecimal price,
        List<String> images,
        String video,
        String categoryIds,
        String categoryNames,
        List<Attribute> attributes) {

    /// One line of a product's description table.
    public record Attribute(String name, String value) {}

    public NewProduct {
        if (images.isEmpty()) {
            throw new IllegalArgumentException("images: none (expected: at least one)");
        }
    }
}
