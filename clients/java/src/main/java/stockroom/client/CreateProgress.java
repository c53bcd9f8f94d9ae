package stockroom.client;

import java.time.Duration;
import java.util.List;

/// How far creating stock has come, after each request of the plan.
///
/// @param requestsDone of the plan, from its beginning: what [CreateOptions#startingAt] takes
/// @param entriesWritten by this run; in a dry run, those that would have been
/// @param rejected in this request
/// @param timeLeft at the platform's pace
public record CreateProgress(
        int requestsDone,
        int requestsTotal,
        int entriesWritten,
        int entriesTotal,
        List<RejectedEntry> rejected,
        Duration timeLeft) {}
