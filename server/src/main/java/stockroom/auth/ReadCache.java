package stockroom.auth;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import stockroom.database.Deadline;
import stockroom.http.failure.Failure;

/// Threads that ask for a value being read wait for that read, up to their own deadline. A value invalidated
/// while it is being read is not cached.
final class ReadCache<K, V> {
    private static final Duration MAX_WAIT = Duration.ofMinutes(1);

    private final AsyncCache<K, V> cache;

    ReadCache(Caffeine<? super K, ? super V> bounds) {
        this.cache = bounds.buildAsync();
    }

    V get(K key, Function<K, V> read) {
        var known = cache.getIfPresent(key);
        if (known == null) {
            var own = new CompletableFuture<V>();
            known = cache.asMap().putIfAbsent(key, own);
            if (known == null) {
                return read(key, read, own);
            }
        }
        return await(known);
    }

    private static <K, V> V read(K key, Function<K, V> read, CompletableFuture<V> result) {
        try {
            var value = read.apply(key);
            result.complete(value);
            return value;
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
            throw e;
        }
    }

    private static <V> V await(CompletableFuture<V> result) {
        try {
            return result.get(Deadline.nanosLeft(MAX_WAIT), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                case null, default -> throw new IllegalStateException(e);
            }
        } catch (TimeoutException e) {
            throw new Failure.Overloaded();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Overloaded();
        }
    }

    void invalidate(K key) {
        cache.asMap().remove(key);
    }

    void invalidateAll() {
        cache.asMap().clear();
    }
}
