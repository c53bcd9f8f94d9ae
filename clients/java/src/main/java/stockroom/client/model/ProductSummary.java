package stockroom.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A product as the list has it.
///
/// @param pic the address of its first picture
/// @param stockTotal the sum of its quantities; null if it was not asked for ([ProductField]), and so are the next two
/// @param updatedAt when the product itself, not its stock, was last changed
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
