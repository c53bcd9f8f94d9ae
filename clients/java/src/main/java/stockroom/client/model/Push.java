package stockroom.client.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request that changed quantities.
///
/// @param push its number: counts from 1 within the merchant, without gaps
/// @param kind `create`, `undo`, `delete`, or `product` if a product was deleted with its stock; may be extended
/// @param by `application` or `operator`
/// @param appid null for an operator, as are the names of application and account
/// @param reference the caller's reference; null for none
/// @param changes in the history, only those of the requested product, colour and size
public record Push(
        long push,
        Instant at,
        String kind,
        String by,
        @Nullable String appid,
        @Nullable String application,
        @Nullable String account,
        @Nullable String requestId,
        @Nullable String reference,
        List<Change> changes) {
    public Push {
        changes = List.copyOf(changes);
    }

    /// The change of one entry. `before` is null for a new entry, `stock` for a deleted one.
    public record Change(
            int pid,
            String color,
            int size,
            @Nullable Integer before,
            @Nullable Integer stock) {}
}
