package stockroom.catalog.ledger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.auth.TokenHash;
import stockroom.catalog.ledger.PushWatch.End;

/// The last push of a merchant, as far as this node knows, and who waits for the next.
final class WatchedMerchant {
    /// How long a merchant nobody waits for is still polled, so that whoever comes back soon need not ask.
    private static final Duration REMEMBERED = Duration.ofSeconds(60);

    private final List<Waiter> waiters = new ArrayList<>();
    private long last = -1;
    private long leftAt = System.nanoTime();

    /// A call that waits, in its own thread.
    static final class Waiter {
        private final Caller caller;
        private final TokenHash token;
        private final long after;
        private final Thread thread = Thread.currentThread();
        private volatile @Nullable End end;

        /// @param after waits for a push after this one
        Waiter(Caller caller, TokenHash token, long after) {
            this.caller = caller;
            this.token = token;
            this.after = after;
        }

        /// Why the wait is over; null while it is not.
        @Nullable
        End end() {
            return end;
        }

        /// Whether it calls with a credential.
        ///
        /// @param credential as credentials' notifications call it
        boolean uses(String credential) {
            return credential.equals("application " + caller.application())
                    || credential.equals("merchant " + caller.merchant().value())
                    || credential.equals("token " + token.hex());
        }

        /// Called under the lock of its merchant. Changed credentials count, whatever comes after them.
        private void end(End why) {
            if (end != End.CREDENTIALS_CHANGED) {
                end = why;
            }
            LockSupport.unpark(thread);
        }
    }

    synchronized int size() {
        return waiters.size();
    }

    /// Less than 0 where nobody has asked yet.
    synchronized long last() {
        return last;
    }

    synchronized void advance(long push) {
        if (push > last) {
            last = push;
            end(waiter -> waiter.after < push, End.OTHER);
        }
    }

    /// As the database had it; less than was known before it was asked where a failover has lost something.
    synchronized void set(long push, long knownBefore) {
        if (last == knownBefore) {
            last = Math.min(last, push);
        }
        advance(push);
    }

    /// Ended at once where it is known already that there is something new.
    synchronized void enter(Waiter waiter) {
        waiters.add(waiter);
        if (last > waiter.after) {
            waiter.end(End.OTHER);
        }
    }

    synchronized void leave(Waiter waiter) {
        waiters.remove(waiter);
        leftAt = System.nanoTime();
    }

    synchronized void end(Predicate<Waiter> which, End end) {
        waiters.stream().filter(which).forEach(waiter -> waiter.end(end));
    }

    synchronized boolean isForgotten() {
        return waiters.isEmpty() && System.nanoTime() - leftAt > REMEMBERED.toNanos();
    }
}
