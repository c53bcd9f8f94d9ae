package stockroom.testing.machine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Records pauses of the machine, whose host may take the processors away for seconds. A thread that sleeps a
/// hundredth of a second at a time notices them; a busy server hardly delays it.
public final class Standstills {
    private static final long BEAT = 10_000_000;

    /// Shorter pauses happen on any busy machine.
    private static final long SHORTEST = 50_000_000;
    /// During a longer pause, the server's own time-outs expire.
    private static final long LONG = 500_000_000;
    /// For this long after a pause, a server works on what has waited.
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

    /// Includes a pause that has just ended and that the watching thread has not seen yet.
    private static synchronized List<Standstill> all() {
        woken();
        return List.copyOf(SEEN);
    }

    /// Returns [System#nanoTime]; using this class starts the watching thread.
    public static long now() {
        return System.nanoTime();
    }

    public static Duration running(long from, long to) {
        return Duration.ofNanos(to
                - from
                - all().stream().mapToLong(each -> each.nanosWithin(from, to)).sum());
    }

    /// Tells whether a failure between two moments may be caused by a pause of the machine.
    public static boolean disturbed(long from, long to) {
        return all().stream()
                .anyMatch(each -> each.nanos() > LONG && each.from - to < 0 && each.to + AFTERMATH - from > 0);
    }

    public static void sleep(Duration time) throws InterruptedException {
        long begun = now();
        for (var left = time; left.isPositive(); left = time.minus(running(begun, now()))) {
            Thread.sleep(left);
        }
    }
}
