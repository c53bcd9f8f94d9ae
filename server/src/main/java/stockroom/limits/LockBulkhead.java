package stockroom.limits;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import stockroom.auth.MerchantId;
import stockroom.database.Deadline;
import stockroom.http.failure.Failure;

/// Work that locks the same rows is done by the database one at a time anyway. It waits here, where waiting costs
/// nothing, and not at the lock, where each waiter holds a connection that other merchants need (docs/decisions/0020).
public final class LockBulkhead {
    /// One at work, one on its way.
    private static final int PERMITS = 2;

    /// Each lives as long as someone works or waits with it.
    private final LoadingCache<Row, Semaphore> permits =
            Caffeine.newBuilder().weakValues().build(_ -> new Semaphore(PERMITS, true));

    private final Duration maxWait;

    public LockBulkhead(Duration maxWait) {
        this.maxWait = maxWait;
    }

    private record Row(MerchantId merchant, Object id) {}

    /// Does the work once fewer than two others of this node work on any of these rows of the merchant.
    public <I extends Comparable<I>, A> A run(MerchantId merchant, Collection<I> locked, Supplier<A> work) {
        long until = System.nanoTime() + Deadline.nanosLeft(maxWait);
        var taken = new ArrayList<Semaphore>();
        try {
            // in one order for all, so that no two wait for each other
            for (var id : new TreeSet<>(locked)) {
                var row = permits.get(new Row(merchant, id));
                if (!row.tryAcquire(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    throw new Failure.Overloaded();
                }
                taken.add(row);
            }
            return work.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Overloaded();
        } finally {
            taken.forEach(Semaphore::release);
        }
    }
}
