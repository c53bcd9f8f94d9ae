package stockroom.catalog.detail;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// @param attributes a JSON array of `{"name":…,"value":…}`, sent as stored
record ProductDetail(
        @Nullable String categoryIdTree,
        @Nullable String categoryNameTree,
        String description,
        List<String> imgs,
        BigDecimal price,
        String outerId,
        String picUrl,
        @JsonRawValue @Nullable String attributes,
        List<Sku> skus,
        String storeUrl,
        String storeName,
        String title,
        String video) {

    /// One colour. `stockNum` has a number for each size in `size`.
    record Sku(String color, String size, String stockNum, String skuImg) {}
}
