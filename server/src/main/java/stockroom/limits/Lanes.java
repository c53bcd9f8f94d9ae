package stockroom.limits;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import stockroom.database.Deadline;
import stockroom.http.Failure;

/// Work of one account that the database does one at a time anyway waits here, where waiting costs nothing, and not
/// at a lock of the database, where each waiter holds a connection that other merchants need. Accounts share a
/// fixed number of lanes, so there is nothing to clean up.
public final class Lanes {
    private static final int LANES = 4_096;
    /// One at work, one on its way.
    private static final int WIDTH = 2;

    private final Semaphore[] lanes =
            Stream.generate(() -> new Semaphore(WIDTH, true)).limit(LANES).toArray(Semaphore[]::new);
    private final Duration longestWait;

    public Lanes(Duration longestWait) {
        this.longestWait = longestWait;
    }

    public <A> A run(Object key, Supplier<A> work) {
        var lane = lanes[Math.floorMod(key.hashCode(), LANES)];
        try {
            if (!lane.tryAcquire(Deadline.nanosLeft(longestWait), TimeUnit.NANOSECONDS)) {
                throw new Failure.Overloaded();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Overloaded();
        }
        try {
            return work.get();
        } finally {
            lane.release();
        }
    }
}
