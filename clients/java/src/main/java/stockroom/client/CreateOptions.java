package stockroom.client;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Options for creating stock; start from [#defaults()].
///
/// @param dryRun the server checks everything and writes nothing; the rate limit applies as well
/// @param oneRequest writes everything or nothing, see [#asOneRequest()]
/// @param idempotencyKey the key of the one request, 1 to 64 visible ASCII characters; null for a new one
/// @param reference stored with each push, see [#withReference(String)]; null for none
/// @param startingAt the number of the plan's requests that an earlier run has finished
/// @param maxTurnWait how long a request waits for its turn while other processes take it
/// @param progress called after each request, on the calling thread; an exception it throws ends the run
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
        if (startingAt < 0) {
            throw new IllegalArgumentException("startingAt: %d (expected: at least 0)".formatted(startingAt));
        }
        Objects.requireNonNull(retryPolicy, "retryPolicy");
        Objects.requireNonNull(maxTurnWait, "maxTurnWait");
        Objects.requireNonNull(progress, "progress");
    }

    public static CreateOptions defaults() {
        return new CreateOptions(
                false, false, null, null, 0, RetryPolicy.bulk(), Duration.ofMinutes(10), progress -> {});
    }

    public CreateOptions asDryRun() {
        return new CreateOptions(
                true, oneRequest, idempotencyKey, reference, startingAt, retryPolicy, maxTurnWait, progress);
    }

    /// Sends all entries in one request, which is written as a whole or not at all. One refused entry refuses all
    /// and ends the call with a [CreateStockException]. The request may have up to 300 colours and 15,000
    /// entries; more are a [BadRequestException].
    public CreateOptions asOneRequest() {
        return new CreateOptions(dryRun, true, null, reference, startingAt, retryPolicy, maxTurnWait, progress);
    }

    /// Sends all entries in one request under your own key, such as an order number. If no response comes or the
    /// program crashes, call again with the same entries and key: for 24 hours they are not written twice. A
    /// refusal is stored under the key too, so use another key after it.
    public CreateOptions asOneRequest(String key) {
        return new CreateOptions(dryRun, true, key, reference, startingAt, retryPolicy, maxTurnWait, progress);
    }

    /// Stores your reference of up to 64 characters with each push, such as a delivery number.
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
