package stockroom.client;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/// How often and how long a call is made again after a temporary failure: a lost connection, HTTP 502, 503, 504, and
/// 429 if the server says for how long. No other failure is retried.
///
/// @param attempts all of them, including the first
/// @param firstPause doubled with each attempt; the actual pause is random, between zero and that
/// @param maxPause upper bound of the doubled pause
/// @param budget time after which no further attempt begins; a longer `Retry-After` is not waited for
public record RetryPolicy(int attempts, Duration firstPause, Duration maxPause, Duration budget) {
    public RetryPolicy {
        if (attempts < 1 || firstPause.isNegative() || maxPause.isNegative() || budget.isNegative()) {
            throw new IllegalArgumentException(
                    "retry policy: %d attempts, pauses %s to %s, budget %s (expected: at least 1, none negative)"
                            .formatted(attempts, firstPause, maxPause, budget));
        }
    }

    /// Each call is made once.
    public static RetryPolicy none() {
        return new RetryPolicy(1, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    /// For calls that someone waits for: half a minute.
    public static RetryPolicy defaults() {
        return new RetryPolicy(6, Duration.ofMillis(200), Duration.ofSeconds(5), Duration.ofSeconds(30));
    }

    /// For bulk work: two minutes, long enough for a server to restart.
    public static RetryPolicy bulk() {
        return new RetryPolicy(30, Duration.ofMillis(500), Duration.ofSeconds(15), Duration.ofMinutes(2));
    }

    /// How long to wait before the next attempt; empty if there is none. The pause is random (full jitter), so that
    /// many callers that failed at once do not come back at once, and is added to what the server asked for.
    ///
    /// @param attempt the one that failed, from 1
    /// @param spent since the first failure
    /// @param retryAfter what the server asked for; zero if it did not
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
