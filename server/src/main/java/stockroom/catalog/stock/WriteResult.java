package stockroom.catalog.stock;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import stockroom.limits.RateLimitHeaders;

/// What a write of stock came to.
public sealed interface WriteResult {
    sealed interface CreateResult extends WriteResult {}

    sealed interface DeleteResult extends WriteResult {}

    sealed interface UndoResult extends WriteResult {}

    /// Carried out, or found right in a dry run.
    record Done() implements CreateResult, DeleteResult {}

    /// The same for an undo.
    ///
    /// @param data the report as the database wrote it
    record Undone(String data, UndoReport report) implements UndoResult {}

    /// It was another request's turn.
    ///
    /// @param isCertain false while that is at work, and may fail
    record Closed(boolean isCertain) implements CreateResult, DeleteResult, UndoResult {}

    record ProductsUnknown(List<Integer> products) implements CreateResult, DeleteResult {}

    /// No product has the item number.
    ///
    /// @param places of the first of these elements in the request, counted from 1
    record ArtNosUnknown(List<Integer> places, int count) implements CreateResult, DeleteResult {}

    record ColoursTooMany(List<Integer> products) implements CreateResult {}

    record EntriesTooMany(List<Integer> products) implements CreateResult {}

    /// Entries are not as they must be.
    ///
    /// @param places of the first of them in the request, counted from 1
    /// @param stocks what they are; null where there is no entry
    record Changed(List<Integer> places, List<@Nullable Integer> stocks, int count) implements CreateResult {}

    record DeletedTooMany(int count) implements DeleteResult {}

    /// There is no such push, or it is no longer kept.
    record PushUnknown() implements UndoResult {}

    /// It deleted a product, which cannot be undone.
    record PushFinal() implements UndoResult {}

    /// Nothing was undone, since all was asked for.
    record Conflict(UndoReport report) implements UndoResult {}

    /// A result, and the turn that it took.
    ///
    /// @param push its number, if it changed something
    /// @param replayed whether it is that of an earlier request with the same key
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
