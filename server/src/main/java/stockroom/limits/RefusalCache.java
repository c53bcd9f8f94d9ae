package stockroom.limits;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Optional;
import stockroom.auth.Caller;
import stockroom.auth.MerchantId;

/// Remembers refusals of the database so that this node can repeat them for a minute without asking. Later it asks
/// again, because clocks drift and operators change limits.
///
/// The database computes the time left at some moment between question and answer. The node refuses for that long
/// from the question, never longer than the database would. It tells callers that long from the answer, so that those
/// who wait as told are never early.
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

    /// Returns how long the caller must wait, if this node knows a refusal.
    public Optional<Duration> closedFor(Key key) {
        long now = System.nanoTime();
        return Optional.ofNullable(closed.getIfPresent(key))
                .filter(until -> until.refusedUntil - now > 0)
                .map(until -> Duration.ofNanos(until.toldUntil - now));
    }

    /// Remembers a refusal that has just arrived. `asked` is the [System#nanoTime] of the question.
    public void remember(Key key, long asked, Duration left) {
        closed.put(key, new Closed(asked + left.toNanos(), System.nanoTime() + left.toNanos()));
    }

    public void clear() {
        closed.invalidateAll();
    }
}
