package stockroom.catalog.products;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An element of `data` in the product list.
///
/// @param stockTotal null where it was not asked for, and so are the others
/// @param updatedAt when the product itself, not its stock, was last changed
@JsonInclude(JsonInclude.Include.NON_NULL)
record ProductSummary(
        int id,
        String artNo,
        String pic,
        @Nullable Long stockTotal,

        @JsonFormat(pattern = "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", timezone = "UTC") @Nullable
        Instant updatedAt,

        @Nullable String state) {
    ProductSummary(int id, String artNo, String pic) {
        this(id, artNo, pic, null, null, null);
    }

    /// With the further fields of the other, if there is one.
    ProductSummary with(@Nullable ProductSummary fields) {
        return fields == null
                ? this
                : new ProductSummary(id, artNo, pic, fields.stockTotal, fields.updatedAt, fields.state);
    }
}
