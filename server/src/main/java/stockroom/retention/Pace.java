package stockroom.retention;

import java.time.Duration;
import java.util.function.IntSupplier;

final class Pace {
    private Pace() {}

    /// Runs batches until one does nothing, each followed by a pause as long as the batch took.
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
