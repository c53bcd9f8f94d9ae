package stockroom.client;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// When the next create-stock request may be sent: one for all threads and clients of this process that use the same
/// address, application and token.
///
/// The platform's turn is taken at some moment between sending and answering, so whoever sends the next request a whole
/// interval after the last answer is never too early, and loses no more than the time of an answer. Other processes of
/// the same account cannot be seen; they show only by taking turns. Once they do, we come at any moment of the second
/// after the turn opens, as those do who were refused and told to wait in whole seconds, so that each gets its share.
final class Pace {
    private static final Map<String, WeakReference<Pace>> PACES = new ConcurrentHashMap<>();
    private static final Pattern POLICY = Pattern.compile("\"create-stock\"([^,]*)");
    private static final Pattern QUOTA = Pattern.compile(";\\s*q=(\\d{1,9})");
    private static final Pattern WINDOW = Pattern.compile(";\\s*w=(\\d{1,9})");

    private static final Duration USUAL_INTERVAL = Duration.ofSeconds(2);
    private static final Duration LONGEST_INTERVAL = Duration.ofHours(1);
    /// Two clocks never run at quite the same speed.
    private static final Duration MARGIN = Duration.ofMillis(5);
    private static final Duration COURTESY = Duration.ofSeconds(1);
    private static final int CALM_AFTER = 4;

    private final ReentrantLock turn = new ReentrantLock(true);
    private volatile Duration interval = USUAL_INTERVAL;
    private long open = System.nanoTime();
    /// Turns still to go until we believe that we are alone.
    private int wary;

    /// The one for this address, application and token.
    static Pace of(String address, String fingerprint) {
        PACES.values().removeIf(pace -> pace.get() == null);
        var key = address + "\n" + fingerprint;
        var fresh = new Pace();
        while (true) {
            var reference = PACES.compute(
                    key, (same, there) -> there == null || there.get() == null ? new WeakReference<>(fresh) : there);
            var pace = reference.get();
            if (pace != null) {
                return pace;
            }
        }
    }

    Duration interval() {
        return interval;
    }

    /// Waits for the turn, then sends; one request at a time, in the order they came.
    <T> T inTurn(StockroomListener listener, Supplier<T> request) {
        try {
            turn.lockInterruptibly();
        } catch (InterruptedException e) {
            throw UnavailableException.interrupted(false);
        }
        try {
            await(listener);
            var answer = request.get();
            taken();
            return answer;
        } catch (RateLimitedException e) {
            refused(e.retryAfter());
            throw e;
        } catch (RefusedException e) {
            taken();
            throw e;
        } catch (UnavailableException e) {
            if (e.isPerhapsDone()) {
                closeFor(interval.plus(MARGIN));
            }
            throw e;
        } finally {
            turn.unlock();
        }
    }

    private void await(StockroomListener listener) {
        long wait = open - System.nanoTime();
        if (wait > 0) {
            listener.waitingForTurn(Duration.ofNanos(wait));
        }
        for (; wait > 0; wait = open - System.nanoTime()) {
            RetryLoop.sleep(Duration.ofNanos(wait));
        }
    }

    private void taken() {
        wary = Math.max(0, wary - 1);
        closeFor(interval.plus(MARGIN).plus(wary > 0 ? upTo(COURTESY) : Duration.ZERO));
    }

    private void refused(Duration retryAfter) {
        wary = CALM_AFTER;
        closeFor(retryAfter.plus(upTo(COURTESY.dividedBy(5))));
    }

    private void closeFor(Duration time) {
        open = System.nanoTime() + time.toNanos();
    }

    private static Duration upTo(Duration most) {
        return Duration.ofNanos(ThreadLocalRandom.current().nextLong(most.toNanos()));
    }

    /// Takes the interval from the answer, if it tells one.
    void learn(Reply reply) {
        reply.header("RateLimit-Policy")
                .map(POLICY::matcher)
                .filter(found -> found.find())
                .ifPresent(found -> {
                    var quota = QUOTA.matcher(found.group(1));
                    var window = WINDOW.matcher(found.group(1));
                    if (quota.find() && window.find() && Integer.parseInt(quota.group(1)) > 0) {
                        var told = Duration.ofSeconds(Long.parseLong(window.group(1)))
                                .dividedBy(Integer.parseInt(quota.group(1)));
                        interval = told.compareTo(LONGEST_INTERVAL) > 0 ? LONGEST_INTERVAL : told;
                    }
                });
    }
}
