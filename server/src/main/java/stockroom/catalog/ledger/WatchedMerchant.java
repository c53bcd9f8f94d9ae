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

final class WatchedMerchant {
    /// Keeps polling for a merchant without waiting calls, so that a caller who soon returns needs no query.
    private static final Duration REMEMBERED = Duration.ofSeconds(60);

    private final List<Waiter> waiters = new ArrayList<>();
    private long last = -1;
    private long leftAt = System.nanoTime();

    static final class Waiter {
        private final Caller caller;
        private final TokenHash token;
        private final long after;
        private final Thread thread = Thread.currentThread();
        private volatile @Nullable End end;

        Waiter(Caller caller, TokenHash token, long after) {
            this.caller = caller;
            this.token = token;
            this.after = after;
        }

        @Nullable
        End end() {
            return end;
        }

        boolean uses(String credential) {
            return credential.equals("application " + caller.application())
                    || credential.equals("merchant " + caller.merchant().value())
                    || credential.equals("token " + token.hex());
        }

        /// Requires the merchant's lock. Changed credentials take precedence over later reasons.
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

    /// Returns a negative number before the first query.
    synchronized long last() {
        return last;
    }

    synchronized void advance(long push) {
        if (push > last) {
            last = push;
            end(waiter -> waiter.after < push, End.OTHER);
        }
    }

    /// After a failover the database's number may be lower. It counts unless a push was announced since the query.
    synchronized void set(long push, long knownBefore) {
        if (last == knownBefore) {
            last = Math.min(last, push);
        }
        advance(push);
    }

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
