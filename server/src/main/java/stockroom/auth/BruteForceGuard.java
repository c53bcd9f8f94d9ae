package stockroom.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import stockroom.http.bounds.AddressBlock;

/// Limits the cost of wrong signs and tokens (docs/decisions/0019). After too many within a minute, an
/// (address, appid) is closed to them on this node for a minute. Requests with a right sign still succeed,
/// since others may share the address. In a distributed flood the oldest pairs are forgotten.
public final class BruteForceGuard {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int MAX_PAIRS = 100_000;
    private static final Pattern LIFTED = Pattern.compile("closing (\\S+) ([0-9]{1,18})");

    private record Pair(String address, long application) {}

    private final Cache<Pair, AtomicInteger> wrong;
    private final Cache<Pair, Instant> closedSince;
    private final int failuresPerMinute;
    private final InstantSource clock;

    public BruteForceGuard(int failuresPerMinute, InstantSource clock) {
        this.failuresPerMinute = failuresPerMinute;
        this.clock = clock;
        Ticker ticker = () -> Duration.between(Instant.EPOCH, clock.instant()).toNanos();
        this.wrong = Caffeine.newBuilder()
                .maximumSize(MAX_PAIRS)
                .expireAfterWrite(MINUTE)
                .ticker(ticker)
                .build();
        this.closedSince = Caffeine.newBuilder()
                .maximumSize(MAX_PAIRS)
                .expireAfterWrite(MINUTE)
                .ticker(ticker)
                .build();
    }

    public record Closing(String address, long applicationId, Instant since, Instant until) {}

    @Nullable
    Duration closedFor(AddressBlock address, long application) {
        var since = closedSince.getIfPresent(new Pair(address.text(), application));
        return since == null ? null : Duration.between(clock.instant(), since.plus(MINUTE));
    }

    void wrong(AddressBlock address, long application) {
        var pair = new Pair(address.text(), application);
        int failures = wrong.get(pair, _ -> new AtomicInteger()).incrementAndGet();
        if (failures >= failuresPerMinute) {
            closedSince.put(pair, clock.instant());
            wrong.invalidate(pair);
        }
    }

    public List<Closing> closings() {
        return closedSince.asMap().entrySet().stream()
                .map(closed -> new Closing(
                        closed.getKey().address,
                        closed.getKey().application,
                        closed.getValue(),
                        closed.getValue().plus(MINUTE)))
                .toList();
    }

    public long count() {
        // expired entries count until they are cleaned up
        closedSince.cleanUp();
        return closedSince.estimatedSize();
    }

    /// Only the reset of the demonstration uses this.
    void clear() {
        closedSince.invalidateAll();
        wrong.invalidateAll();
    }

    /// Returns whether the message was about a closing.
    boolean changed(String what) {
        var lifted = LIFTED.matcher(what);
        if (!lifted.matches()) {
            return false;
        }
        var pair = new Pair(lifted.group(1), Long.parseLong(lifted.group(2)));
        closedSince.invalidate(pair);
        wrong.invalidate(pair);
        return true;
    }
}
