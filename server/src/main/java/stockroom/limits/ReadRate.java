package stockroom.limits;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violation;

/// How often an (application, account) may read on this node: so many times a second, and after a second's pause as
/// many at once. A token bucket, kept as the time at which it is full again. It protects the node and is no business
/// rule, so it costs no query and need not be exact across nodes.
public final class ReadRate {
    private static final int MAX_CALLERS = 100_000;
    private static final long SECOND = 1_000_000_000L;

    private final int perSecondOfEveryone;
    /// One that nobody asks for is full, like a new one.
    private final Cache<RefusalCache.Key, AtomicLong> fullAt = Caffeine.newBuilder()
            .maximumSize(MAX_CALLERS)
            .expireAfterAccess(Duration.ofSeconds(2))
            .build();

    /// @param perSecond 0 for no bound
    public ReadRate(int perSecond) {
        this.perSecondOfEveryone = perSecond;
    }

    /// For every answer of a path whose reads count.
    public Map<String, String> policy() {
        return perSecondOfEveryone == 0 ? Map.of() : RateLimitHeaders.readPolicy(perSecondOfEveryone);
    }

    /// The endpoint, with its calls counted.
    public MerchantEndpoint counted(MerchantEndpoint endpoint) {
        return (caller, request) -> {
            int perSecond = of(caller);
            if (perSecond > 0) {
                request.answerWith(RateLimitHeaders.reads(perSecond, take(caller, perSecond, System.nanoTime())));
            }
            return endpoint.answer(caller, request);
        };
    }

    /// Of this caller; 0 for no bound.
    public int of(Caller caller) {
        return caller.limits().readsPerSecond().orElse(perSecondOfEveryone);
    }

    /// How many are left.
    private int take(Caller caller, int perSecond, long now) {
        long each = SECOND / perSecond;
        LongUnaryOperator taken = full -> Math.max(full, now) + each;
        long before = fullAt.get(RefusalCache.turn(caller), _ -> new AtomicLong(now))
                .getAndUpdate(full -> taken.applyAsLong(full) - now > SECOND ? full : taken.applyAsLong(full));
        long untilFull = taken.applyAsLong(before) - now;
        if (untilFull > SECOND) {
            throw new Failure.Limited(
                    Violation.of(LimitMessage.READ_TOO_FAST, perSecond),
                    Duration.ofNanos(untilFull - SECOND),
                    RateLimitHeaders.reads(perSecond, 0));
        }
        return (int) ((SECOND - untilFull) / each);
    }
}
