package stockroom.limits;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import stockroom.auth.MerchantId;
import stockroom.database.Deadline;
import stockroom.http.failure.Failure;

/// Makes work that locks the same rows wait here instead of at the lock, where each waiter holds a connection that
/// other merchants need (docs/decisions/0020). The database would run it one at a time anyway.
public final class LockBulkhead {
    /// Allows one at work and one on its way to the database.
    private static final int PERMITS = 2;

    public static final Permits NO_PERMITS = new Permits(List.of());

    /// A semaphore lives as long as someone uses it.
    private final LoadingCache<Row, Semaphore> permits =
            Caffeine.newBuilder().weakValues().build(_ -> new Semaphore(PERMITS, true));

    private final Duration maxWait;

    public LockBulkhead(Duration maxWait) {
        this.maxWait = maxWait;
    }

    private record Row(MerchantId merchant, Object id) {}

    public record Permits(List<Semaphore> taken) implements AutoCloseable {
        @Override
        public void close() {
            taken.forEach(Semaphore::release);
        }
    }

    /// Waits until fewer than two other requests of this node work on any of these rows.
    public <I extends Comparable<I>> Permits enter(MerchantId merchant, Collection<I> locked) {
        long until = System.nanoTime() + Deadline.nanosLeft(maxWait);
        var entered = new Permits(new ArrayList<>());
        // all requests take rows in the same order, so no two wait for each other
        for (var id : new TreeSet<>(locked)) {
            var row = permits.get(new Row(merchant, id));
            if (!acquire(row, until - System.nanoTime())) {
                entered.close();
                throw new Failure.Overloaded();
            }
            entered.taken.add(row);
        }
        return entered;
    }

    private static boolean acquire(Semaphore row, long nanos) {
        try {
            return row.tryAcquire(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
