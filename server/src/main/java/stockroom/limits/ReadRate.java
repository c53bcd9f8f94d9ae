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

/// Limits the reads of an (application, account) on this node with a token bucket, stored as the time at which
/// it is full again. It protects the node, so it needs no query and is not exact across nodes.
public final class ReadRate {
    private static final int MAX_CALLERS = 100_000;
    private static final long SECOND = 1_000_000_000L;

    private final int perSecondOfEveryone;
    /// Entries may expire, because an unused bucket is full like a new one.
    private final Cache<RefusalCache.Key, AtomicLong> fullAt = Caffeine.newBuilder()
            .maximumSize(MAX_CALLERS)
            .expireAfterAccess(Duration.ofSeconds(2))
            .build();

    public ReadRate(int perSecond) {
        this.perSecondOfEveryone = perSecond;
    }

    public Map<String, String> policy() {
        return perSecondOfEveryone == 0 ? Map.of() : RateLimitHeaders.readPolicy(perSecondOfEveryone);
    }

    public MerchantEndpoint counted(MerchantEndpoint endpoint) {
        return (caller, request) -> {
            int perSecond = of(caller);
            if (perSecond > 0) {
                request.answerWith(RateLimitHeaders.reads(perSecond, take(caller, perSecond, System.nanoTime())));
            }
            return endpoint.answer(caller, request);
        };
    }

    /// Returns 0 for no limit.
    public int of(Caller caller) {
        return caller.limits().readsPerSecond().orElse(perSecondOfEveryone);
    }

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
