package stockroom.testing.machine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// When this machine stood still: its host may take the processors away for seconds, and nobody answers in time then.
/// A thread that sleeps a hundredth of a second at a time sees it, because it wakes up late. A server hardly delays
/// such
/// a thread, however busy it is.
public final class Standstills {
    private static final long BEAT = 10_000_000;

    /// Any busy machine has shorter ones.
    private static final long SHORTEST = 50_000_000;
    /// In a longer one the time is up of what a server has begun.
    private static final long LONG = 500_000_000;
    /// For so long after it, a server does what has waited, and answers what it found out meanwhile.
    private static final long AFTERMATH = 1_000_000_000;

    private static final List<Standstill> SEEN = new ArrayList<>();
    private static long beat = System.nanoTime();

    static {
        Thread.ofPlatform().daemon().name("standstills").start(Standstills::watch);
    }

    private record Standstill(long from, long to) {
        long nanos() {
            return to - from;
        }

        long nanosWithin(long start, long end) {
            return Math.max(0, Math.min(nanos(), to - start) - Math.max(0, to - end));
        }
    }

    private Standstills() {}

    private static void watch() {
        try {
            while (true) {
                Thread.sleep(Duration.ofNanos(BEAT));
                woken();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static synchronized void woken() {
        long now = System.nanoTime();
        var last = new Standstill(beat + BEAT, now);
        if (last.nanos() > SHORTEST) {
            SEEN.add(last);
        }
        beat = now;
    }

    /// All so far, with one that has just ended and that the watching thread has not seen yet.
    private static synchronized List<Standstill> all() {
        woken();
        return List.copyOf(SEEN);
    }

    /// As [System#nanoTime]; the machine is watched from now on.
    public static long now() {
        return System.nanoTime();
    }

    /// How long the machine ran between two moments.
    public static Duration running(long from, long to) {
        return Duration.ofNanos(to
                - from
                - all().stream().mapToLong(each -> each.nanosWithin(from, to)).sum());
    }

    /// Whether what was done between two moments may have failed only because the machine stood still.
    public static boolean disturbed(long from, long to) {
        return all().stream()
                .anyMatch(each -> each.nanos() > LONG && each.from - to < 0 && each.to + AFTERMATH - from > 0);
    }

    /// Sleeps until the machine has run for so long.
    public static void sleep(Duration time) throws InterruptedException {
        long begun = now();
        for (var left = time; left.isPositive(); left = time.minus(running(begun, now()))) {
            Thread.sleep(left);
        }
    }
}
