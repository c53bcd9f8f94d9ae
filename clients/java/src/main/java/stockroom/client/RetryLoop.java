package stockroom.client;

import java.time.Duration;

/// One call's attempts: pauses before the next, or ends with the last failure.
final class RetryLoop {
    private final String path;
    private final Retries retries;
    private final StockroomListener listener;
    /// Of the first failure; waiting for one's turn before it counts for nothing.
    private long started;

    private int attempt = 1;

    RetryLoop(String path, Retries retries, StockroomListener listener) {
        this.path = path;
        this.retries = retries;
        this.listener = listener;
    }

    /// Returns when the call may be made again, and throws the failure when it may not.
    void pause(StockroomException failure) {
        if (attempt == 1) {
            started = System.nanoTime();
        }
        var pause = retries.pauseAfter(attempt).plus(askedFor(failure));
        var spent = Duration.ofNanos(System.nanoTime() - started);
        if (!isPassing(failure)
                || attempt >= retries.attempts()
                || spent.plus(pause).compareTo(retries.budget()) > 0) {
            throw failure;
        }
        listener.retrying(path, attempt, pause, failure);
        attempt++;
        sleep(pause);
    }

    private static boolean isPassing(StockroomException failure) {
        return failure instanceof RateLimitedException
                || (failure instanceof UnavailableException unavailable && unavailable.isPassing());
    }

    /// What the server itself asks for comes before any pause of ours.
    private static Duration askedFor(StockroomException failure) {
        if (failure instanceof RateLimitedException limited) {
            return limited.retryAfter();
        }
        if (failure instanceof UnavailableException unavailable && unavailable.retryAfter() != null) {
            return unavailable.retryAfter();
        }
        return Duration.ZERO;
    }

    static void sleep(Duration pause) {
        try {
            // not by Duration, which Java 17 does not know
            Thread.sleep(pause.toMillis(), pause.toNanosPart() % 1_000_000);
        } catch (InterruptedException e) {
            throw UnavailableException.interrupted(false);
        }
    }
}
