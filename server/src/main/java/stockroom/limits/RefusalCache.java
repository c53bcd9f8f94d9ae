package stockroom.limits;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Optional;
import stockroom.auth.Caller;
import stockroom.auth.MerchantId;

/// What this node knows is still closed, so that it can refuse without asking the database again. It only ever repeats
/// a "no" the database gave, and asks again after a minute all the same: clocks drift, and operators correct things.
///
/// The database says how much time is left at a moment between the question and its answer. The node refuses for that
/// long from the question, so never longer than the database would, and tells callers that long from the answer, so
/// that whoever waits as told is never early.
public final class RefusalCache {
    private static final int MAX_KEYS = 100_000;
    private static final Duration MAX_AGE = Duration.ofMinutes(1);

    private final Cache<Key, Closed> closed = Caffeine.newBuilder()
            .maximumSize(MAX_KEYS)
            .expireAfterWrite(MAX_AGE)
            .build();

    /// Whose limit it is.
    ///
    /// @param application 0, which is none, where those of an account share the limit
    public record Key(MerchantId merchant, long account, long application) {}

    /// Both are times of [System#nanoTime].
    private record Closed(long refusedUntil, long toldUntil) {}

    public static Key turn(Caller caller) {
        return new Key(caller.merchant(), caller.account(), caller.application());
    }

    /// The day of product details of the caller's account.
    public static Key day(Caller caller) {
        return new Key(caller.merchant(), caller.account(), 0);
    }

    /// Returns how long a caller has to wait, if this node knows that the key is closed.
    public Optional<Duration> closedFor(Key key) {
        long now = System.nanoTime();
        return Optional.ofNullable(closed.getIfPresent(key))
                .filter(until -> until.refusedUntil - now > 0)
                .map(until -> Duration.ofNanos(until.toldUntil - now));
    }

    /// Remembers for how long the key is closed, by an answer of the database that has just arrived.
    ///
    /// @param asked when the database was asked, by [System#nanoTime]
    public void remember(Key key, long asked, Duration left) {
        closed.put(key, new Closed(asked + left.toNanos(), System.nanoTime() + left.toNanos()));
    }

    /// What the database said no longer counts.
    public void clear() {
        closed.invalidateAll();
    }
}
