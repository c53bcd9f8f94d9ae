package stockroom.client;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/// Limits the retries after a temporary failure: a lost connection, HTTP 502, 503 or 504, and 429 if the server says
/// how long to wait. No other failure is retried.
///
/// @param attempts the number of attempts, including the first
/// @param firstPause doubled with each attempt; the actual pause is random, from zero to the doubled value
/// @param maxPause upper bound of the doubled pause
/// @param budget time after which no attempt begins; the client does not wait for a longer `Retry-After`
public record RetryPolicy(int attempts, Duration firstPause, Duration maxPause, Duration budget) {
    public RetryPolicy {
        if (attempts < 1 || firstPause.isNegative() || maxPause.isNegative() || budget.isNegative()) {
            throw new IllegalArgumentException(
                    "retry policy: %d attempts, pauses %s to %s, budget %s (expected: at least 1, none negative)"
                            .formatted(attempts, firstPause, maxPause, budget));
        }
    }

    /// Never retries.
    public static RetryPolicy none() {
        return new RetryPolicy(1, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    /// Retries for half a minute, for interactive calls.
    public static RetryPolicy defaults() {
        return new RetryPolicy(6, Duration.ofMillis(200), Duration.ofSeconds(5), Duration.ofSeconds(30));
    }

    /// Retries for two minutes, for bulk work: a server can restart in that time.
    public static RetryPolicy bulk() {
        return new RetryPolicy(30, Duration.ofMillis(500), Duration.ofSeconds(15), Duration.ofMinutes(2));
    }

    /// Returns the pause after a failed attempt (from 1); empty if there is no further one. A random part (full
    /// jitter) spreads callers that failed at the same time.
    ///
    /// @param spent the time since the first failure
    /// @param retryAfter the wait that the server asked for, or zero
    public Optional<Duration> pauseAfter(int attempt, Duration spent, Duration retryAfter) {
        var pause = retryAfter.plus(jitter(attempt));
        return attempt < attempts && spent.plus(pause).compareTo(budget) <= 0 ? Optional.of(pause) : Optional.empty();
    }

    private Duration jitter(int attempt) {
        long doubled = saturatedNanos(firstPause) << Math.min(attempt - 1, 20);
        long max = Math.min(doubled, saturatedNanos(maxPause));
        return Duration.ofNanos(max <= 0 ? 0 : ThreadLocalRandom.current().nextLong(max + 1));
    }

    private static long saturatedNanos(Duration duration) {
        return Math.min(duration.toMillis(), Duration.ofHours(1).toMillis()) * 1_000_000L;
    }
}
