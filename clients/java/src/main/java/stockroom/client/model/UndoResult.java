package stockroom.client.model;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The outcome of an undo, or in a dry run the expected one: the number of its push unless it changed nothing, the
/// entries restored and in conflict, the first 100 conflicts, and whether the server repeated an earlier response.
public record UndoResult(OptionalLong push, int undone, int conflicts, List<Skipped> skipped, boolean replayed) {
    public UndoResult {
        skipped = List.copyOf(skipped);
    }

    /// An entry that was not undone. `left` is the quantity after the push, `stock` the present one; null means
    /// no entry. The reason is `changed`, `product_deleted`, `product_full` or `colours_full`; a newer server may
    /// have more.
    public record Skipped(
            int pid,
            String color,
            int size,
            @Nullable Integer left,
            @Nullable Integer stock,
            String reason) {}
}
