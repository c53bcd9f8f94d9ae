package stockroom.client.internal.create;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import stockroom.client.RateLimitedException;
import stockroom.client.RefusedException;
import stockroom.client.UnavailableException;
import stockroom.client.internal.http.Calls;
import stockroom.client.internal.http.Reply;
import stockroom.client.internal.http.RetryLoop;
import stockroom.client.internal.http.Unavailable;

/// Decides when the next create-stock request may be sent, for all clients of this process with the same address,
/// application and token. Each response says in how many milliseconds the next request may come. Without that,
/// waiting a whole interval after the response is safe. A process that was refused because another took the turn
/// tries again at the next turn after a random delay, so that each gets its share.
public final class Pace {
    private static final Map<String, Pace> PACES = new ConcurrentHashMap<>();
    private static final Pattern POLICY =
            Pattern.compile("\"create-stock\"\\s*;\\s*q=([1-9]\\d{0,8})\\s*;\\s*w=(\\d{1,9})");

    static final String TOO_SOON = "CREATE_TOO_SOON";
    private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(2);
    private static final Duration MAX_INTERVAL = Duration.ofHours(1);
    /// The longest random delay of requests that wait for the same turn.
    private static final Duration SPREAD = Duration.ofMillis(20);

    private final ReentrantLock turn = new ReentrantLock(true);
    private volatile Duration interval = DEFAULT_INTERVAL;
    private @Nullable Duration told;
    private long open = System.nanoTime();

    public static Pace of(String address, String fingerprint) {
        return PACES.computeIfAbsent(address.toLowerCase(Locale.ROOT) + "\n" + fingerprint, key -> new Pace());
    }

    Duration interval() {
        return interval;
    }

    /// Waits for the turn, then sends. Requests run one at a time, in order of arrival.
    <T> T inTurn(Calls calls, Supplier<T> request) {
        try {
            turn.lockInterruptibly();
        } catch (InterruptedException e) {
            throw Unavailable.interrupted(false, calls.language());
        }
        try {
            await(calls);
            told = null;
            var answer = request.get();
            closeFor(nextTurn(interval));
            return answer;
        } catch (RateLimitedException e) {
            if (e.code().equals(TOO_SOON)) {
                closeFor(nextTurn(e.retryAfter()));
            }
            throw e;
        } catch (RefusedException e) {
            closeFor(nextTurn(interval));
            throw e;
        } catch (UnavailableException e) {
            if (e.isPerhapsDone()) {
                closeFor(interval);
            }
            throw e;
        } finally {
            turn.unlock();
        }
    }

    private void await(Calls calls) {
        long wait = open - System.nanoTime();
        if (wait > 0) {
            calls.listener().waitingForTurn(Duration.ofNanos(wait));
        }
        for (; wait > 0; wait = open - System.nanoTime()) {
            RetryLoop.sleep(Duration.ofNanos(wait), calls.language());
        }
    }

    private Duration nextTurn(Duration otherwise) {
        return bounded(told == null ? otherwise : told);
    }

    private void closeFor(Duration time) {
        long spread = ThreadLocalRandom.current().nextLong(SPREAD.toNanos());
        open = System.nanoTime() + time.toNanos() + spread;
    }

    void learn(Reply reply) {
        told = reply.header("Next-Turn-Ms")
                .filter(millis -> millis.matches("\\d{1,9}"))
                .map(millis -> Duration.ofMillis(Long.parseLong(millis)))
                .orElse(null);
        var policy = POLICY.matcher(reply.header("RateLimit-Policy").orElse(""));
        if (policy.find()) {
            interval = bounded(
                    Duration.ofSeconds(Long.parseLong(policy.group(2))).dividedBy(Long.parseLong(policy.group(1))));
        }
    }

    private static Duration bounded(Duration wait) {
        return wait.compareTo(MAX_INTERVAL) > 0 ? MAX_INTERVAL : wait;
    }
}
