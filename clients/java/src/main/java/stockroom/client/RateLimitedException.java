package stockroom.client;

import java.time.Duration;

/// A limit was reached (HTTP 429) and does not end within the time that the client may wait.
public final class RateLimitedException extends StockroomException {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    public RateLimitedException(Failure failure, Duration retryAfter) {
        super(failure);
        this.retryAfter = retryAfter;
    }

    /// Returns the time to wait since the answer. For a daily limit it can be hours.
    public Duration retryAfter() {
        return retryAfter;
    }
}
