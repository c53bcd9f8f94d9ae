package stockroom.admin;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/// A product to be added.
///
/// @param images at least one; the first is the product's picture
/// @param attributes names and values, in the order they are shown
public record NewProduct(
        String artNo,
        String title,
        String description,
        BigDecimal price,
        List<String> images,
        String video,
        String categoryIds,
        String categoryNames,
        List<Map.Entry<String, String>> attributes) {

    public NewProduct {
        if (images.isEmpty()) {
            throw new IllegalArgumentException("images: none (expected: at least one)");
        }
    }
}
