package stockroom.bench.result;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import stockroom.bench.process.Sleep;

/// How evenly the machine runs while nothing else does: the times of one and the same calculation, begun every two or
/// three milliseconds. A virtual machine whose host takes processors away for a while shows it here.
///
/// @param p50 of the calculation, in milliseconds
/// @param slowShare of the time that it was slow: at less than half the speed of the median
public record MachineJitter(double p50, double p99, double slowShare) {
    private static final int STEPS = 20_000;
    private static final long PAUSE_MILLIS = 2;
    private static final Duration WARM_UP = Duration.ofMillis(500);

    public static MachineJitter of(Duration time) {
        run(WARM_UP);
        var micros = run(time).stream().sorted().toList();
        double p50 = micros.get(micros.size() / 2);
        double p99 = micros.get(micros.size() * 99 / 100);
        double slow = micros.stream().filter(each -> each > 2 * p50).count() / (double) micros.size();
        return new MachineJitter(p50 / 1e3, p99 / 1e3, slow);
    }

    private static List<Double> run(Duration time) {
        var micros = new ArrayList<Double>();
        long end = System.nanoTime() + time.toNanos();
        long number = 1;
        while (System.nanoTime() < end) {
            // the outcome is used, or the compiler would leave the calculation out
            Sleep.millis(PAUSE_MILLIS + (number >>> 63));
            long begun = System.nanoTime();
            for (int i = 0; i < STEPS; i++) {
                // each step needs the one before (xorshift)
                number ^= number << 13;
                number ^= number >>> 7;
                number ^= number << 17;
            }
            micros.add((System.nanoTime() - begun) / 1e3);
        }
        return micros;
    }
}
