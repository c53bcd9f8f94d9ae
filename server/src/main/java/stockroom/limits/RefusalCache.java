package stockroom.limits;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// What this node knows is still closed, so that it can refuse without asking the database again. It only ever repeats
/// a "no" the database gave, and asks again after a minute all the same: clocks drift, and operators correct things.
///
/// The database says how much time is left at a moment between the question and its answer. The node refuses for that
/// long from the question, so never longer than the database would, and tells callers that long from the answer, so
/// that
/// whoever waits as told is never early.
public final class RefusalCache<K> {
    private static final int MAX_KEYS = 100_000;
    private static final Duration MAX_AGE = Duration.ofMinutes(1);

    private final Cache<K, Closed> closed = Caffeine.newBuilder()
            .maximumSize(MAX_KEYS)
            .expireAfterWrite(MAX_AGE)
            .build();

    /// Both are times of [System#nanoTime].
    private record Closed(long refusedUntil, long toldUntil) {}

    /// Returns how long a caller has to wait, if this node knows that the key is closed.
    public Optional<Duration> closedFor(K key) {
        long now = System.nanoTime();
        return Optional.ofNullable(closed.getIfPresent(key))
                .filter(until -> until.refusedUntil - now > 0)
                .map(until -> Duration.ofNanos(until.toldUntil - now));
    }

    /// Asks the database and remembers for how long, by the answer, the key is closed.
    public <A> A ask(K key, Supplier<A> question, Function<A, Optional<Duration>> closedFor) {
        long asked = System.nanoTime();
        var answer = question.get();
        long answered = System.nanoTime();
        closedFor
                .apply(answer)
                .map(Duration::toNanos)
                .ifPresent(left -> closed.put(key, new Closed(asked + left, answered + left)));
        return answer;
    }

    /// What the database said no longer counts.
    public void clear() {
        closed.invalidateAll();
    }
}
