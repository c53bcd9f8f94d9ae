package stockroom.client;

import java.time.Duration;
import java.util.function.Consumer;

/// How stock is created; start from [#defaults()].
///
/// @param dryRun the server checks everything and writes nothing; takes as many turns
/// @param startingAt how many requests of the plan an earlier run has done
/// @param retryPolicy for each request
/// @param maxTurnWait how long a request waits for its turn while other processes take it
/// @param progress called after each request, on this thread; an exception it throws ends the run
public record CreateOptions(
        boolean dryRun,
        int startingAt,
        RetryPolicy retryPolicy,
        Duration maxTurnWait,
        Consumer<CreateProgress> progress) {

    public static CreateOptions defaults() {
        return new CreateOptions(false, 0, RetryPolicy.bulk(), Duration.ofMinutes(10), progress -> {});
    }

    public CreateOptions asDryRun() {
        return new CreateOptions(true, startingAt, retryPolicy, maxTurnWait, progress);
    }

    public CreateOptions withStartingAt(int requestsDone) {
        return new CreateOptions(dryRun, requestsDone, retryPolicy, maxTurnWait, progress);
    }

    public CreateOptions withRetryPolicy(RetryPolicy retryPolicy) {
        return new CreateOptions(dryRun, startingAt, retryPolicy, maxTurnWait, progress);
    }

    public CreateOptions withMaxTurnWait(Duration maxTurnWait) {
        return new CreateOptions(dryRun, startingAt, retryPolicy, maxTurnWait, progress);
    }

    public CreateOptions withProgress(Consumer<CreateProgress> progress) {
        return new CreateOptions(dryRun, startingAt, retryPolicy, maxTurnWait, progress);
    }
}
