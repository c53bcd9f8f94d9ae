package stockroom.client;

import java.time.Duration;
import java.util.function.Consumer;

/// How stock is created; [#usual()] where nothing is said.
///
/// @param dryRun everything is checked by the server and nothing is written; takes as many turns
/// @param startingAt requests of the plan that an earlier run has done
/// @param retries for each request
/// @param turnPatience how long a request waits for its turn while other processes take it
/// @param progress told after each request, on this thread; an exception of it ends the run
public record CreateOptions(
        boolean dryRun, int startingAt, Retries retries, Duration turnPatience, Consumer<CreateProgress> progress) {

    public static CreateOptions usual() {
        return new CreateOptions(false, 0, Retries.patient(), Duration.ofMinutes(10), progress -> {});
    }

    public CreateOptions asDryRun() {
        return new CreateOptions(true, startingAt, retries, turnPatience, progress);
    }

    public CreateOptions withStartingAt(int requestsDone) {
        return new CreateOptions(dryRun, requestsDone, retries, turnPatience, progress);
    }

    public CreateOptions withRetries(Retries retries) {
        return new CreateOptions(dryRun, startingAt, retries, turnPatience, progress);
    }

    public CreateOptions withTurnPatience(Duration turnPatience) {
        return new CreateOptions(dryRun, startingAt, retries, turnPatience, progress);
    }

    public CreateOptions withProgress(Consumer<CreateProgress> progress) {
        return new CreateOptions(dryRun, startingAt, retries, turnPatience, progress);
    }
}
