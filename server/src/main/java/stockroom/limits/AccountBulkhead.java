package stockroom.limits;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import stockroom.database.Deadline;
import stockroom.http.failure.Failure;

/// Work of one account that the database does one at a time anyway waits here, where waiting costs nothing, and not
/// at a lock of the database, where each waiter holds a connection that other merchants need. Accounts share a
/// fixed number of stripes, so there is nothing to clean up.
public final class AccountBulkhead {
    private static final int STRIPES = 4_096;
    /// One at work, one on its way.
    private static final int PERMITS = 2;

    private final Semaphore[] stripes =
            Stream.generate(() -> new Semaphore(PERMITS, true)).limit(STRIPES).toArray(Semaphore[]::new);
    private final Duration maxWait;

    public AccountBulkhead(Duration maxWait) {
        this.maxWait = maxWait;
    }

    public <A> A run(Object key, Supplier<A> work) {
        var permits = stripes[Math.floorMod(key.hashCode(), STRIPES)];
        try {
            if (!permits.tryAcquire(Deadline.nanosLeft(maxWait), TimeUnit.NANOSECONDS)) {
                throw new Failure.Overloaded();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Overloaded();
        }
        try {
            return work.get();
        } finally {
            permits.release();
        }
    }
}
