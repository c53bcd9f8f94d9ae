package stockroom.client.internal.http;

import java.time.Duration;
import java.util.Locale;
import stockroom.client.RateLimitedException;
import stockroom.client.RetryPolicy;
import stockroom.client.StockroomException;
import stockroom.client.StockroomListener;
import stockroom.client.UnavailableException;

/// Counts the attempts of one call and pauses before the next or throws the last failure.
public final class RetryLoop {
    private final String path;
    private final RetryPolicy policy;
    private final StockroomListener listener;
    private final Locale language;
    /// The time of the first failure, after waiting for the turn.
    private long started;

    private int attempt = 1;

    public RetryLoop(String path, RetryPolicy policy, StockroomListener listener, Locale language) {
        this.path = path;
        this.policy = policy;
        this.listener = listener;
        this.language = language;
    }

    /// Returns when the call may be repeated, or throws the failure.
    public void pause(StockroomException failure) {
        if (attempt == 1) {
            started = System.nanoTime();
        }
        if (!isTemporary(failure)) {
            throw failure;
        }
        var spent = Duration.ofNanos(System.nanoTime() - started);
        var pause = policy.pauseAfter(attempt, spent, retryAfter(failure)).orElseThrow(() -> failure);
        listener.retrying(path, attempt, pause, failure);
        attempt++;
        sleep(pause, language);
    }

    private static boolean isTemporary(StockroomException failure) {
        return failure instanceof RateLimitedException
                || (failure instanceof UnavailableException unavailable && unavailable.isTemporary());
    }

    private static Duration retryAfter(StockroomException failure) {
        if (failure instanceof RateLimitedException limited) {
            return limited.retryAfter();
        }
        return failure instanceof UnavailableException unavailable
                ? unavailable.retryAfter().orElse(Duration.ZERO)
                : Duration.ZERO;
    }

    public static void sleep(Duration pause, Locale language) {
        try {
            // Java 17 cannot sleep for a Duration
            Thread.sleep(pause.toMillis(), pause.toNanosPart() % 1_000_000);
        } catch (InterruptedException e) {
            throw Unavailable.interrupted(false, language);
        }
    }
}
