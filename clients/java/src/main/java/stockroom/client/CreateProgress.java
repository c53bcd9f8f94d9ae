package stockroom.client;

import java.time.Duration;
import java.util.List;

/// The progress of creating stock after a request of the plan.
///
/// @param requestsDone number of finished requests since the beginning of the plan, for [CreateOptions#startingAt]
/// @param entriesWritten number of entries that this run wrote; in a dry run, that it would have written
/// @param rejected entries rejected in this request
/// @param timeLeft an estimate from the platform's pace
public record CreateProgress(
        int requestsDone,
        int requestsTotal,
        int entriesWritten,
        int entriesTotal,
        List<RejectedEntry> rejected,
        Duration timeLeft) {}
