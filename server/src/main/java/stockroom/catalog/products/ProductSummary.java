package stockroom.catalog.products;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Fields that were not requested are null. `updatedAt` is the last change of the product, not of its stock.
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

    ProductSummary with(@Nullable ProductSummary fields) {
        return fields == null
                ? this
                : new ProductSummary(id, artNo, pic, fields.stockTotal, fields.updatedAt, fields.state);
    }
}
