package stockroom.catalog.ledger;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request that changed quantities. `appid`, `application` and `account` are null for a push by an operator.
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

    /// `before` is null for a new entry, `stock` for a deleted one.
    public record Change(
            int productid,
            String color,
            int size,
            @Nullable Integer before,
            @Nullable Integer stock) {}
}
