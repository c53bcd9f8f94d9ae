package stockroom.http;

import java.util.concurrent.Semaphore;
import stockroom.http.failure.Failure;

/// The memory that bodies of requests in progress may take, all together: many large ones at once are refused rather
/// than let run the server out of it.
final class BodyMemory {
    private static final int UNIT = 1_024;

    private final Semaphore units;

    BodyMemory(long bytes) {
        this.units = new Semaphore((int) Math.min(Integer.MAX_VALUE, bytes / UNIT));
    }

    /// How many units were taken, to be given back.
    int take(long bytes) {
        int wanted = (int) ((bytes + UNIT - 1) / UNIT);
        if (!units.tryAcquire(wanted)) {
            throw new Failure.Overloaded();
        }
        return wanted;
    }

    void giveBack(int taken) {
        units.release(taken);
    }
}
