package stockroom.limits;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// What this node knows is still closed, so that it can refuse without asking the database again. It only ever repeats
/// a "no" the database gave, never beyond the time the database named (counted from before the question), and asks
/// again after a minute all the same: clocks drift, and operators correct things.
public final class RefusalCache<K> {
    private static final int MAX_KEYS = 100_000;
    private static final Duration MAX_AGE = Duration.ofMinutes(1);

    private final Cache<K, Long> closedUntil = Caffeine.newBuilder()
            .maximumSize(MAX_KEYS)
            .expireAfterWrite(MAX_AGE)
            .build();

    /// How long the key stays closed, as far as this node knows.
    public Optional<Duration> closedFor(K key) {
        return Optional.ofNullable(closedUntil.getIfPresent(key))
                .map(until -> Duration.ofNanos(until - System.nanoTime()))
                .filter(Duration::isPositive);
    }

    /// Asks the database and remembers for how long, by the answer, the key is closed.
    public <A> A ask(K key, Supplier<A> question, Function<A, Optional<Duration>> closedFor) {
        long asked = System.nanoTime();
        var answer = question.get();
        closedFor.apply(answer).ifPresent(time -> closedUntil.put(key, asked + time.toNanos()));
        return answer;
    }

    /// What the database said no longer counts.
    public void clear() {
        closedUntil.invalidateAll();
    }
}
