package stockroom.catalog.stock;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import stockroom.limits.RateLimitHeaders;

public sealed interface WriteResult {
    sealed interface CreateResult extends WriteResult {}

    sealed interface DeleteResult extends WriteResult {}

    sealed interface UndoResult extends WriteResult {}

    /// The write was made, or its dry run passed.
    record Done() implements CreateResult, DeleteResult {}

    /// The undo was made, or its dry run passed.
    ///
    /// @param data the report as the database wrote it
    record Undone(String data, UndoReport report) implements UndoResult {}

    /// Another request has the turn.
    ///
    /// @param isCertain false while the request that has the turn is still running and may fail
    record Closed(boolean isCertain) implements CreateResult, DeleteResult, UndoResult {}

    record ProductsUnknown(List<Integer> products) implements CreateResult, DeleteResult {}

    /// No product has the item number.
    ///
    /// @param places positions in the request of the first elements with an unknown item number, counted from 1
    record ArtNosUnknown(List<Integer> places, int count) implements CreateResult, DeleteResult {}

    record ColoursTooMany(List<Integer> products) implements CreateResult {}

    record EntriesTooMany(List<Integer> products) implements CreateResult {}

    /// Entries differ from what the caller expects.
    ///
    /// @param places positions in the request of the first entries that differ from it, counted from 1
    /// @param stocks present quantities of these entries, null if there is no entry
    record Changed(List<Integer> places, List<@Nullable Integer> stocks, int count) implements CreateResult {}

    record DeletedTooMany(int count) implements DeleteResult {}

    /// The push does not exist or is no longer kept.
    record PushUnknown() implements UndoResult {}

    /// The push deleted a product, which cannot be undone.
    record PushFinal() implements UndoResult {}

    /// Nothing was undone because the caller asked for all or nothing.
    record Conflict(UndoReport report) implements UndoResult {}

    /// A result with the turn that it took.
    ///
    /// @param push null if nothing changed
    /// @param replayed whether this is the kept result of an earlier request with the same key
    record Written<R extends WriteResult>(
            R result, @Nullable Long push, Duration untilNextTurn, boolean replayed) {
        Map<String, String> headers() {
            var headers = new HashMap<>(RateLimitHeaders.createStock(untilNextTurn));
            if (replayed) {
                headers.put("Idempotent-Replayed", "true");
            }
            return headers;
        }
    }
}
