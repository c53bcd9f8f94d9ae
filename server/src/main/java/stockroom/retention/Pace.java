package stockroom.retention;

import java.time.Duration;
import java.util.function.IntSupplier;

/// Background work in batches, with a pause after each as long as it took.
final class Pace {
    private Pace() {}

    /// Until a batch has done nothing; answers what all have.
    static int until(IntSupplier batch) throws InterruptedException {
        int all = 0;
        while (true) {
            long begun = System.nanoTime();
            int some = batch.getAsInt();
            if (some == 0) {
                return all;
            }
            all += some;
            Thread.sleep(Duration.ofNanos(System.nanoTime() - begun));
        }
    }
}
