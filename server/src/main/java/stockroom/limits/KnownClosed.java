package stockroom.limits;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// What this node knows is still closed, so that it can refuse without asking the database again. It only ever
/// repeats a "no" the database gave, and forgets it no later than the database would: time is counted from before
/// the question.
public final class KnownClosed<K> {
    private static final int MOST = 100_000;

    private final Cache<K, Long> closedUntil = Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfter(
                    Expiry.<K, Long>writing((_, until) -> Duration.ofNanos(Math.max(0, until - System.nanoTime()))))
            .build();

    /// How long the key stays closed, as far as this node knows.
    public Optional<Duration> closedFor(K key) {
        return Optional.ofNullable(closedUntil.getIfPresent(key))
                .map(until -> Duration.ofNanos(until - System.nanoTime()))
                .filter(Duration::isPositive);
    }

    /// Asks the database and remembers for how long, by the answer, the key is closed.
    public <A> A ask(K key, Supplier<A> question, java.util.function.Function<A, Optional<Duration>> closedFor) {
        long asked = System.nanoTime();
        var answer = question.get();
        closedFor.apply(answer).ifPresent(time -> closedUntil.put(key, asked + time.toNanos()));
        return answer;
    }
}
