package stockroom.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/// How often and how long a call that failed in a way that passes is made again: lost connections, HTTP 502, 503, 504,
/// and 429 where the server says for how long. Nothing else is.
///
/// @param attempts all of them, the first included
/// @param firstPause doubled with each attempt; what is waited is any time up to that
/// @param longestPause of these
/// @param budget time after which no further attempt begins; a longer `Retry-After` is not waited for
public record Retries(int attempts, Duration firstPause, Duration longestPause, Duration budget) {
    public Retries {
        if (attempts < 1 || firstPause.isNegative() || longestPause.isNegative() || budget.isNegative()) {
            throw new IllegalArgumentException(
                    "retries: %d attempts, pauses %s to %s, budget %s (expected: at least 1, none negative)"
                            .formatted(attempts, firstPause, longestPause, budget));
        }
    }

    /// Each call is made once.
    public static Retries none() {
        return new Retries(1, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    /// For calls that someone waits for: half a minute.
    public static Retries usual() {
        return new Retries(6, Duration.ofMillis(200), Duration.ofSeconds(5), Duration.ofSeconds(30));
    }

    /// For work that may take its time: long enough for a server to be restarted, about two minutes.
    public static Retries patient() {
        return new Retries(16, Duration.ofMillis(500), Duration.ofSeconds(15), Duration.ofMinutes(2));
    }

    /// Any time up to the pause (full jitter), so that many who failed at once do not come back at once.
    Duration pauseAfter(int attempt) {
        long doubled = saturatedNanos(firstPause) << Math.min(attempt - 1, 20);
        long most = Math.min(doubled, saturatedNanos(longestPause));
        return Duration.ofNanos(most <= 0 ? 0 : ThreadLocalRandom.current().nextLong(most + 1));
    }

    private static long saturatedNanos(Duration duration) {
        return Math.min(duration.toMillis(), Duration.ofHours(1).toMillis()) * 1_000_000L;
    }
}
