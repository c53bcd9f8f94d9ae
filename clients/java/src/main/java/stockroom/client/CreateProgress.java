package stockroom.client;

import java.time.Duration;
import java.util.List;

/// The progress after a request: the finished requests of the plan (for [CreateOptions#startingAt]), the entries that
/// this run wrote or, in a dry run, checked, and those rejected in this request.
public record CreateProgress(
        int requestsDone,
        int requestsTotal,
        int entriesWritten,
        int entriesTotal,
        List<RejectedEntry> rejected,
        Duration timeLeft) {}
