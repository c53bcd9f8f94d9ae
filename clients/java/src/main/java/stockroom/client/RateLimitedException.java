package stockroom.client;

import java.time.Duration;

/// A limit that ends by itself (HTTP 429), but not within the time the client was allowed to wait.
public final class RateLimitedException extends StockroomException {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    public RateLimitedException(Failure failure, Duration retryAfter) {
        super(failure);
        this.retryAfter = retryAfter;
    }

    /// How long to wait, counted from the answer: hours, if the limit is a daily one.
    public Duration retryAfter() {
        return retryAfter;
    }
}
