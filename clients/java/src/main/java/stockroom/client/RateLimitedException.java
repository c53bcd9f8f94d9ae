package stockroom.client;

import java.time.Duration;

/// A limit was reached (HTTP 429) that lasts longer than the client may wait.
public final class RateLimitedException extends StockroomException {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    public RateLimitedException(Failure failure, Duration retryAfter) {
        super(failure);
        this.retryAfter = retryAfter;
    }

    /// Returns how long to wait after the response, which for a daily limit can be hours.
    public Duration retryAfter() {
        return retryAfter;
    }
}
