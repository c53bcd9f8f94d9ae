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

/// Keeps wrong signs and tokens from costing much, and shows them: after so many within a minute, an (address, appid)
/// is closed to them for a while on this node. What is signed rightly is answered as before, since others may share
/// the address. Memory is bounded: under a flood from everywhere the oldest pairs are forgotten. Operators see what is
/// closed, and lift it on all nodes (docs/decisions/0019).
public final class BruteForceGuard {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int MAX_PAIRS = 100_000;
    private static final Pattern LIFTED = Pattern.compile("closing (\\S+) ([0-9]{1,18})");

    /// @param address text of an [AddressBlock]
    private record Pair(String address, long application) {}

    private final Cache<Pair, AtomicInteger> wrong;
    private final Cache<Pair, Instant> closedSince;
    private final int failuresPerMinute;
    private final Duration closedFor;
    private final InstantSource clock;

    public BruteForceGuard(int failuresPerMinute, Duration closedFor, InstantSource clock) {
        this.failuresPerMinute = failuresPerMinute;
        this.closedFor = closedFor;
        this.clock = clock;
        Ticker ticker = () -> Duration.between(Instant.EPOCH, clock.instant()).toNanos();
        this.wrong = Caffeine.newBuilder()
                .maximumSize(MAX_PAIRS)
                .expireAfterWrite(MINUTE)
                .ticker(ticker)
                .build();
        this.closedSince = Caffeine.newBuilder()
                .maximumSize(MAX_PAIRS)
                .expireAfterWrite(closedFor)
                .ticker(ticker)
                .build();
    }

    /// A pair that is closed on this node, as the operators' interface answers it.
    public record Closing(String address, long applicationId, Instant since, Instant until) {}

    /// How long this pair stays closed, or null when it is open.
    @Nullable
    Duration closedFor(AddressBlock address, long application) {
        var since = closedSince.getIfPresent(new Pair(address.text(), application));
        return since == null ? null : Duration.between(clock.instant(), since.plus(closedFor));
    }

    void wrong(AddressBlock address, long application) {
        var pair = new Pair(address.text(), application);
        int failures = wrong.get(pair, _ -> new AtomicInteger()).incrementAndGet();
        if (failures >= failuresPerMinute) {
            closedSince.put(pair, clock.instant());
            wrong.invalidate(pair);
        }
    }

    /// Those of this node, in no order.
    public List<Closing> closings() {
        return closedSince.asMap().entrySet().stream()
                .map(closed -> new Closing(
                        closed.getKey().address,
                        closed.getKey().application,
                        closed.getValue(),
                        closed.getValue().plus(closedFor)))
                .toList();
    }

    public long count() {
        // those whose time is over are still counted until they are cleaned up
        closedSince.cleanUp();
        return closedSince.estimatedSize();
    }

    /// For the demonstration alone: lifts every closing.
    void clear() {
        closedSince.invalidateAll();
        wrong.invalidateAll();
    }

    /// A message on [CredentialCache#CHANNEL]; whether it was about a closing.
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
