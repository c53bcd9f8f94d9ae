package stockroom.share;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/// Divides a limited resource of a node. A single caller may take all that is free. When it is short,
/// applications have equal shares, as have accounts within each, and waiters take turns.
public final class FairShare {
    /// An owner of a resource that may be held for long may take this many units per unit left free.
    private static final long HELD_PER_FREE = 3;

    private final int capacity;
    private final boolean isHeld;
    private final Spending spending = new Spending();
    private final FairQueue<Waiter> waiting = new FairQueue<>(spending);
    private final Map<Owner, Use> uses = new HashMap<>();

    private final Map<Long, Integer> ownersOfApplication = new HashMap<>();
    private int free;

    public enum Outcome {
        TAKEN,
        /// The owner has its share, and others want theirs.
        ABOVE_SHARE,
        /// The owner alone has taken all it may, or others gave nothing back in time.
        EXHAUSTED
    }

    private static final class Use {
        private int units;
        private int waiters;
    }

    private static final class Waiter {
        private final Owner owner;
        private final int units;
        private final Thread thread = Thread.currentThread();
        private volatile boolean granted;

        Waiter(Owner owner, int units) {
            this.owner = owner;
            this.units = units;
        }
    }

    public FairShare(int capacity) {
        this(capacity, false);
    }

    private FairShare(int capacity, boolean isHeld) {
        this.capacity = capacity;
        this.isHeld = isHeld;
        this.free = capacity;
    }

    /// Callers may hold the resource as long as they like, such as memory of a body still arriving. Waiting for
    /// it would be useless, so a caller may take three quarters at most.
    public static FairShare ofWhatIsHeld(int capacity) {
        return new FairShare(capacity, true);
    }

    /// Takes units. An owner above its share is refused at once; one below it waits, but not longer than `maxWait`.
    public Outcome take(Owner owner, int units, Duration maxWait) throws InterruptedException {
        throwIfInterrupted();
        Waiter waiter;
        synchronized (this) {
            boolean leavesSome = leavesSome(owner, units);
            if (leavesSome && takeFree(owner, units)) {
                return Outcome.TAKEN;
            }
            if (!leavesSome || isAboveShare(owner, units)) {
                return uses.size() > 1 ? Outcome.ABOVE_SHARE : Outcome.EXHAUSTED;
            }
            waiter = enqueue(owner, units);
        }
        return granted(waiter, maxWait.toNanos()) ? Outcome.TAKEN : Outcome.EXHAUSTED;
    }

    /// Waits for a turn whatever the owner already holds. Returns false if the time is up.
    public boolean await(Owner owner, long nanos) throws InterruptedException {
        throwIfInterrupted();
        Waiter waiter;
        synchronized (this) {
            if (takeFree(owner, 1)) {
                return true;
            }
            waiter = enqueue(owner, 1);
        }
        return granted(waiter, nanos);
    }

    /// The time of use lowers the owner's priority among waiters.
    public synchronized void giveBack(Owner owner, int units, long nanos) {
        spending.add(owner, nanos, System.nanoTime());
        giveBack(owner, units);
    }

    public synchronized void giveBack(Owner owner, int units) {
        free += units;
        var use = use(owner);
        use.units -= units;
        forgetIfUnused(owner, use);
        grantWaiting();
    }

    public synchronized int used() {
        return capacity - free;
    }

    public synchronized int waiting() {
        return waiting.size();
    }

    private boolean takeFree(Owner owner, int units) {
        if (units > free || !waiting.isEmpty()) {
            return false;
        }
        free -= units;
        use(owner).units += units;
        return true;
    }

    private boolean leavesSome(Owner owner, int units) {
        var use = uses.get(owner);
        return !isHeld || use == null || use.units == 0 || use.units + units <= HELD_PER_FREE * (free - units);
    }

    /// An owner that holds nothing is not above its share, however much it asks for.
    private boolean isAboveShare(Owner owner, int units) {
        var use = uses.get(owner);
        if (use == null || use.units == 0) {
            return false;
        }
        int accounts = ownersOfApplication.getOrDefault(owner.application(), 1);
        return use.units + units > capacity / ownersOfApplication.size() / accounts;
    }

    private Waiter enqueue(Owner owner, int units) {
        var waiter = new Waiter(owner, units);
        use(owner).waiters++;
        waiting.add(owner, waiter);
        return waiter;
    }

    private void grantWaiting() {
        for (var next = waiting.pollIf(this::fits); next != null; next = waiting.pollIf(this::fits)) {
            grant(next);
        }
    }

    private boolean fits(Waiter waiter) {
        return waiter.units <= free;
    }

    private void grant(Waiter waiter) {
        var use = use(waiter.owner);
        use.waiters--;
        use.units += waiter.units;
        free -= waiter.units;
        waiter.granted = true;
        LockSupport.unpark(waiter.thread);
    }

    private boolean granted(Waiter waiter, long nanos) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        while (!waiter.granted) {
            long left = until - System.nanoTime();
            boolean interrupted = Thread.currentThread().isInterrupted();
            if (left > 0 && !interrupted) {
                LockSupport.parkNanos(this, left);
            } else if (leave(waiter)) {
                throwIfInterrupted();
                return false;
            }
        }
        return true;
    }

    private static void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private synchronized boolean leave(Waiter waiter) {
        if (!waiting.remove(waiter.owner, waiter)) {
            return false;
        }
        var use = use(waiter.owner);
        use.waiters--;
        forgetIfUnused(waiter.owner, use);
        // a large request may have held up those behind it
        grantWaiting();
        return true;
    }

    private Use use(Owner owner) {
        return uses.computeIfAbsent(owner, _ -> {
            ownersOfApplication.merge(owner.application(), 1, Integer::sum);
            return new Use();
        });
    }

    private void forgetIfUnused(Owner owner, Use use) {
        if (use.units == 0 && use.waiters == 0) {
            uses.remove(owner);
            ownersOfApplication.computeIfPresent(owner.application(), (_, owners) -> owners == 1 ? null : owners - 1);
        }
    }
}
