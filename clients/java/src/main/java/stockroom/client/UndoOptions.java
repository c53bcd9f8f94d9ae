package stockroom.client;

import org.jspecify.annotations.Nullable;

/// Options for undoing a push; start from [#defaults()].
///
/// @param all one entry that was changed since refuses everything, with `UNDO_CONFLICT`
/// @param dryRun only reports what would be undone; the rate limit applies as well
/// @param reference stored with the push, see [CreateOptions#withReference(String)]; null for none
public record UndoOptions(
        boolean all, boolean dryRun, @Nullable String reference) {
    public static UndoOptions defaults() {
        return new UndoOptions(false, false, null);
    }

    public UndoOptions asAllOrNothing() {
        return new UndoOptions(true, dryRun, reference);
    }

    public UndoOptions asDryRun() {
        return new UndoOptions(all, true, reference);
    }

    public UndoOptions withReference(@Nullable String reference) {
        return new UndoOptions(all, dryRun, reference);
    }
}
