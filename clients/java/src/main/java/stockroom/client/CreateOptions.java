package stockroom.client;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// How stock is created; start from [#defaults()].
///
/// @param dryRun the server checks everything and writes nothing; takes as many turns
/// @param oneRequest everything is written or nothing, see [#asOneRequest()]
/// @param idempotencyKey of the one request; null for a new one
/// @param reference kept with each push, see [#withReference(String)]; null for none
/// @param startingAt how many requests of the plan an earlier run has done
/// @param retryPolicy for each request
/// @param maxTurnWait how long a request waits for its turn while other processes take it
/// @param progress called after each request, on this thread; an exception it throws ends the run
public record CreateOptions(
        boolean dryRun,
        boolean oneRequest,
        @Nullable String idempotencyKey,
        @Nullable String reference,
        int startingAt,
        RetryPolicy retryPolicy,
        Duration maxTurnWait,
        Consumer<CreateProgress> progress) {
    public CreateOptions {
        if (idempotencyKey != null && !(oneRequest && idempotencyKey.matches("[!-~]{1,64}"))) {
            throw new IllegalArgumentException(
                    "idempotencyKey: %s (expected: 1 to 64 visible ASCII characters, for one request)"
                            .formatted(idempotencyKey));
        }
    }

    public static CreateOptions defaults() {
        return new CreateOptions(
                false, false, null, null, 0, RetryPolicy.bulk(), Duration.ofMinutes(10), progress -> {});
    }

    public CreateOptions asDryRun() {
        return new CreateOptions(
                true, oneRequest, idempotencyKey, reference, startingAt, retryPolicy, maxTurnWait, progress);
    }

    /// All entries in one request, which is written as a whole or not at all: one refused entry refuses all, and ends
    /// the call with a [CreateStockException]. More than one request takes, 300 colours or 15,000 entries, is a
    /// [BadRequestException].
    public CreateOptions asOneRequest() {
        return new CreateOptions(dryRun, true, null, reference, startingAt, retryPolicy, maxTurnWait, progress);
    }

    /// The same, under a key of yours, such as the number of an order. If the call ends without an answer, or the
    /// program crashes, call again with the same entries and key: within 24 hours they are not written twice. A
    /// refusal is kept, too: try again under another key.
    public CreateOptions asOneRequest(String key) {
        return new CreateOptions(dryRun, true, key, reference, startingAt, retryPolicy, maxTurnWait, progress);
    }

    /// Up to 64 characters of yours, such as the number of a delivery; in the changes and the history.
    public CreateOptions withReference(@Nullable String reference) {
        return new CreateOptions(
                dryRun, oneRequest, idempotencyKey, reference, startingAt, retryPolicy, maxTurnWait, progress);
    }

    public CreateOptions withStartingAt(int requestsDone) {
        return new CreateOptions(
                dryRun, oneRequest, idempotencyKey, reference, requestsDone, retryPolicy, maxTurnWait, progress);
    }

    public CreateOptions withRetryPolicy(RetryPolicy retryPolicy) {
        return new CreateOptions(
                dryRun, oneRequest, idempotencyKey, reference, startingAt, retryPolicy, maxTurnWait, progress);
    }

    public CreateOptions withMaxTurnWait(Duration maxTurnWait) {
        return new CreateOptions(
                dryRun, oneRequest, idempotencyKey, reference, startingAt, retryPolicy, maxTurnWait, progress);
    }

    public CreateOptions withProgress(Consumer<CreateProgress> progress) {
        return new CreateOptions(
                dryRun, oneRequest, idempotencyKey, reference, startingAt, retryPolicy, maxTurnWait, progress);
    }
}
