package stockroom.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What an undo did, or in a dry run what it would do.
///
/// @param push the undo's own number; empty if it changed nothing
/// @param undone how many entries are as they were before the push
/// @param conflicts how many were changed since, and left alone
/// @param skipped the first 100 of the conflicts
public record UndoResult(OptionalLong push, int undone, int conflicts, List<Skipped> skipped) {
    public UndoResult {
        skipped = List.copyOf(skipped);
    }

    /// An entry that was changed since the push.
    ///
    /// @param left what the push left; null if it took the entry away
    /// @param stock what there is now; null if there is no entry
    public record Skipped(
            @JsonProperty("productid") int pid,
            @JsonProperty("color") String colour,
            int size,
            @Nullable Integer left,
            @Nullable Integer stock) {}
}
