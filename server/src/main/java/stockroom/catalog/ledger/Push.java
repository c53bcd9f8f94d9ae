package stockroom.catalog.ledger;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request that changed quantities, as the interface answers it.
///
/// @param appid null where an operator did it, and so are application and account
public record Push(
        long push,

        @JsonFormat(pattern = "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", timezone = "UTC")
        Instant at,

        String kind,
        String by,
        @Nullable String appid,
        @Nullable String application,
        @Nullable String account,
        @Nullable String requestId,
        @Nullable String reference,
        List<Change> changes) {

    /// One size of one colour.
    ///
    /// @param before null where the entry is new
    /// @param stock null where it was taken away
    public record Change(
            int productid,
            String color,
            int size,
            @Nullable Integer before,
            @Nullable Integer stock) {}
}
