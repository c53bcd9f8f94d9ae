package stockroom.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A product in the product list. The fields of [ProductField] are null unless they were requested.
///
/// @param pic the address of its first picture
/// @param stockTotal the sum of its quantities
/// @param updatedAt the last change of the product itself, without its stock
/// @param state `on_sale` or `delisted`
public record ProductSummary(
        int id,
        String artNo,
        String pic,
        @Nullable Long stockTotal,
        @Nullable Instant updatedAt,
        @Nullable String state) {
    public ProductSummary {
        artNo = artNo == null ? "" : artNo;
        pic = pic == null ? "" : pic;
    }
}
