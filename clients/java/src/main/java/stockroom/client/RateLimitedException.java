package stockroom.client;

import java.time.Duration;

/// A limit that time alone lifts (HTTP 429), and longer than the client was allowed to wait.
public final class RateLimitedException extends StockroomException {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    RateLimitedException(Failure failure, Duration retryAfter) {
        super(failure);
        this.retryAfter = retryAfter;
    }

    /// How long to wait, counted from the answer: hours, if the limit is one of the day.
    public Duration retryAfter() {
        return retryAfter;
    }
}
