package stockroom.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The outcome of an undo, or in a dry run the expected one.
///
/// @param push the undo's own number; empty if it changed nothing
/// @param undone the number of entries that are again as they were before the push
/// @param conflicts the number of entries that could not be undone and were left alone
/// @param skipped the first 100 of the conflicts
/// @param replayed whether the server repeated the answer to an earlier attempt instead of undoing again
public record UndoResult(OptionalLong push, int undone, int conflicts, List<Skipped> skipped, boolean replayed) {
    public UndoResult {
        skipped = List.copyOf(skipped);
    }

    /// An entry that was not undone.
    ///
    /// @param left the quantity after the push; null if the push deleted the entry
    /// @param stock the present quantity; null if there is no entry
    /// @param reason `changed`, `product_deleted`, `product_full` or `colours_full`; a newer server may have more
    public record Skipped(
            @JsonProperty("productid") int pid,
            @JsonProperty("color") String colour,
            int size,
            @Nullable Integer left,
            @Nullable Integer stock,
            @Nullable String reason) {}
}
