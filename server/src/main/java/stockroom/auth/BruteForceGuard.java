package stockroom.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Keeps secrets and tokens from being guessed at line speed: after so many wrong ones within a minute, an
/// (address, appid) is closed for a while on this node. Memory is bounded: under a flood from everywhere the oldest
/// pairs are forgotten.
final class BruteForceGuard {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int MAX_PAIRS = 100_000;

    private record Pair(String address, long application) {}

    private final Cache<Pair, AtomicInteger> wrong;
    private final Cache<Pair, Long> closedSince;
    private final int failuresPerMinute;
    private final Duration closedFor;
    private final Ticker ticker;

    BruteForceGuard(int failuresPerMinute, Duration closedFor, Ticker ticker) {
        this.failuresPerMinute = failuresPerMinute;
        this.closedFor = closedFor;
        this.ticker = ticker;
        this.wrong = Caffeine.newBuilder()
                .maximumSize(MAX_PAIRS)
                .expireAfterWrite(MINUTE)
                .ticker(ticker)
                .build();
        this.closedSince = Caffeine.newBuilder()
                .maximumSize(MAX_PAIRS)
                .expireAfterWrite(closedFor)
                .ticker(ticker)
                .build();
    }

    /// How long this pair stays closed, or null when it is open.
    @Nullable
    Duration closedFor(String address, long application) {
        Long since = closedSince.getIfPresent(new Pair(address, application));
        return since == null ? null : closedFor.minusNanos(ticker.read() - since);
    }

    void wrong(String address, long application) {
        var pair = new Pair(address, application);
        int failures = wrong.get(pair, _ -> new AtomicInteger()).incrementAndGet();
        if (failures >= failuresPerMinute) {
            closedSince.put(pair, ticker.read());
            wrong.invalidate(pair);
        }
    }
}
