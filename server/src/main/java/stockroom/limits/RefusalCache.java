package stockroom.limits;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Optional;
import stockroom.auth.Caller;
import stockroom.auth.MerchantId;

/// Repeats refusals of the database for a minute without a query. Then it asks again, because clocks drift and
/// operators change limits. It refuses until the time left has passed since the query, never longer than the
/// database would, and tells callers the time since the result, so that a caller who waits that long is never
/// early.
public final class RefusalCache {
    private static final int MAX_KEYS = 100_000;
    private static final Duration MAX_AGE = Duration.ofMinutes(1);

    private final Cache<Key, Closed> closed = Caffeine.newBuilder()
            .maximumSize(MAX_KEYS)
            .expireAfterWrite(MAX_AGE)
            .build();

    /// `application` is 0 for a limit that all applications of an account share.
    public record Key(MerchantId merchant, long account, long application) {}

    private record Closed(long refusedUntil, long toldUntil) {}

    public static Key turn(Caller caller) {
        return new Key(caller.merchant(), caller.account(), caller.application());
    }

    public static Key day(Caller caller) {
        return new Key(caller.merchant(), caller.account(), 0);
    }

    public Optional<Duration> closedFor(Key key) {
        long now = System.nanoTime();
        return Optional.ofNullable(closed.getIfPresent(key))
                .filter(until -> until.refusedUntil - now > 0)
                .map(until -> Duration.ofNanos(until.toldUntil - now));
    }

    /// `asked` is the [System#nanoTime] of the query.
    public void remember(Key key, long asked, Duration left) {
        closed.put(key, new Closed(asked + left.toNanos(), System.nanoTime() + left.toNanos()));
    }

    public void clear() {
        closed.invalidateAll();
    }
}
