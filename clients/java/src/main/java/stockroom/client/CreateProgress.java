package stockroom.client;

import java.time.Duration;
import java.util.List;

/// How far creating stock has come: told after each request of the plan, when it is done with.
///
/// @param requestsDone of the plan, from its beginning: what [CreateOptions#startingAt] takes
/// @param entriesWritten by this run; in a dry run, those that would have been
/// @param rejected by this request
/// @param timeLeft at the platform's pace
public record CreateProgress(
        int requestsDone,
        int requestsTotal,
        int entriesWritten,
        int entriesTotal,
        List<Rejection> rejected,
        Duration timeLeft) {}
