package stockroom.bench;

import java.time.Duration;
import org.HdrHistogram.Histogram;

/// How evenly the machine runs when it has nothing else to do: the times of one and the same calculation, begun every
/// two or three milliseconds. A virtual machine whose host takes processors away for a while shows it here, and no
/// service has a slowest hundredth that is better than its machine's.
///
/// @param p50 of the calculation, in milliseconds
record Steadiness(double p50, double p99) {
    private static final int STEPS = 60_000;
    private static final long PAUSE_MILLIS = 2;
    private static final Duration WARM_UP = Duration.ofSeconds(1);

    static Steadiness of(Duration time) {
        run(WARM_UP);
        var micros = run(time);
        return new Steadiness(micros.getValueAtPercentile(50) / 1e3, micros.getValueAtPercentile(99) / 1e3);
    }

    private static Histogram run(Duration time) {
        var micros = new Histogram(600_000_000, 3);
        long end = System.nanoTime() + time.toNanos();
        int number = 1;
        while (System.nanoTime() < end) {
            // its outcome is used, or the compiler would leave the calculation out
            Pause.millis(PAUSE_MILLIS + (number >>> 31));
            long begun = System.nanoTime();
            for (int i = 0; i < STEPS; i++) {
                number = number * 1_664_525 + 1_013_904_223;
            }
            micros.recordValue((System.nanoTime() - begun) / 1_000);
        }
        return micros;
    }
}
