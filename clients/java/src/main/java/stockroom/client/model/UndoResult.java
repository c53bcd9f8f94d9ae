package stockroom.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What an undo did, or in a dry run what it would do.
///
/// @param push the undo's own number; empty if it changed nothing
/// @param undone how many entries are as they were before the push
/// @param conflicts how many could not be undone, and were left alone
/// @param skipped the first 100 of the conflicts
/// @param replayed whether this is the answer to an earlier attempt, which was not carried out again
public record UndoResult(OptionalLong push, int undone, int conflicts, List<Skipped> skipped, boolean replayed) {
    public UndoResult {
        skipped = List.copyOf(skipped);
    }

    /// An entry that was not undone.
    ///
    /// @param left what the push left; null if it took the entry away
    /// @param stock what there is now; null if there is no entry
    /// @param reason `changed`, `product_deleted`, `product_full` or `colours_full`; a newer server may have more
    public record Skipped(
            @JsonProperty("productid") int pid,
            @JsonProperty("color") String colour,
            int size,
            @Nullable Integer left,
            @Nullable Integer stock,
            @Nullable String reason) {}
}
