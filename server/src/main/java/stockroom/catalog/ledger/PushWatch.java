package stockroom.catalog.ledger;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.auth.Caller;
import stockroom.auth.MerchantId;
import stockroom.auth.TokenHash;
import stockroom.database.Database;
import stockroom.database.DatabaseFailure;
import stockroom.http.Request;
import stockroom.http.failure.Failure;
import stockroom.http.failure.RequestMessage;
import stockroom.http.failure.Violation;

/// Lets callers wait for a merchant's next push. Ten times a second each node tells all others what it has pushed, in
/// one notification outside of the transactions that did it, since notifications serialise commits. A slow poll,
/// one statement for all who wait, finds what was not heard: a node may be killed before it tells. Whoever waits holds
/// nothing but a thread that sleeps.
public final class PushWatch implements AutoCloseable {
    /// `NOTIFY` here with `MERCHANT:PUSH`, several with commas between them.
    public static final String CHANNEL = "stockroom_pushes";

    private static final Logger LOG = LoggerFactory.getLogger(PushWatch.class);
    private static final Duration TELL = Duration.ofMillis(100);
    private static final Duration POLL = Duration.ofSeconds(2);
    /// Of one notification; PostgreSQL takes less than 8000.
    private static final int MAX_BYTES = 7_900;
    /// How long a merchant nobody waits for is still polled, so that whoever comes back soon need not ask.
    private static final Duration REMEMBERED = Duration.ofSeconds(60);
    /// While the node does not hear of revocations.
    private static final Duration MAX_UNHEARD_WAIT = Duration.ofSeconds(1);

    private static final Duration RETRY = Duration.ofSeconds(1);

    private final PushWatchStore store;
    private final Bounds bounds;
    private final Map<MerchantId, Watched> watched = new ConcurrentHashMap<>();
    private final Map<Waiting, Integer> waiting = new ConcurrentHashMap<>();
    private final Map<MerchantId, Long> untold = new HashMap<>();
    private final Counter pushed;
    private final Thread teller;
    private final Thread poller;
    private volatile boolean connected;
    private volatile boolean ended;
    private volatile boolean closed;

    /// Why a wait is over.
    public enum End {
        /// There is something new, or the time is up: the ledger says which.
        OTHER,
        /// Whoever waits must prove again who it is.
        CREDENTIALS_CHANGED
    }

    /// How many may wait at once.
    public record Bounds(int perAccount, int perApplication) {}

    public PushWatch(Database database, Bounds bounds, MeterRegistry metrics) {
        this.store = new PushWatchStore(database);
        this.bounds = bounds;
        Gauge.builder("stockroom.changes.waiting", watched, PushWatch::waiters)
                .description("calls that wait for a merchant's next push")
                .register(metrics);
        this.pushed = Counter.builder("stockroom.ledger.pushes")
                .description("pushes that this node has written to the ledger")
                .register(metrics);
        this.teller = Thread.ofPlatform().daemon().name("pushes:tell").start(() -> every(TELL, this::tell));
        this.poller = Thread.ofPlatform().daemon().name("pushes:poll").start(() -> every(POLL, this::poll));
    }

    private static double waiters(Map<MerchantId, Watched> watched) {
        return watched.values().stream().mapToInt(Watched::size).sum();
    }

    /// The last push of a merchant, as far as this node knows, and who waits for the next.
    static final class Watched {
        private final List<Waiter> waiters = new ArrayList<>();
        private long last = -1;
        private long leftAt = System.nanoTime();

        synchronized int size() {
            return waiters.size();
        }

        synchronized void advance(long push) {
            if (push > last) {
                last = push;
                waiters.stream().filter(waiter -> waiter.after < push).forEach(waiter -> waiter.end(End.OTHER));
            }
        }

        synchronized void end(Predicate<Waiter> which, End end) {
            waiters.stream().filter(which).forEach(waiter -> waiter.end(end));
        }

        /// Ended at once where it is known already that there is something new.
        synchronized void enter(Waiter waiter) {
            waiters.add(waiter);
            if (last > waiter.after) {
                waiter.end(End.OTHER);
            }
        }

        /// As the database had it; less than was known before it was asked where a failover has lost something.
        synchronized void set(long push, long knownBefore) {
            if (last == knownBefore) {
                last = Math.min(last, push);
            }
            advance(push);
        }

        synchronized void leave(Waiter waiter) {
            waiters.remove(waiter);
            leftAt = System.nanoTime();
        }

        /// Less than 0 where nobody has asked yet.
        synchronized long last() {
            return last;
        }

        synchronized boolean isForgotten() {
            return waiters.isEmpty() && System.nanoTime() - leftAt > REMEMBERED.toNanos();
        }
    }

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

        /// Called under the lock of its [Watched]. Changed credentials count, whatever comes after them.
        void end(End why) {
            if (end != End.CREDENTIALS_CHANGED) {
                end = why;
            }
            LockSupport.unpark(thread);
        }
    }

    /// Waits until there is a push after this one, as far as this node hears, or until the wait is over for another
    /// reason: time, the caller's credentials have changed, the server stops.
    public End await(Caller caller, Request request, long after, Duration wait) {
        var account = new Waiting(caller.application(), caller.merchant(), caller.account());
        var application = new Waiting(caller.application(), new MerchantId(0), 0);
        take(account, bounds.perAccount);
        try {
            take(application, bounds.perApplication);
            try {
                var token = TokenHash.of(request.header("accesstoken").orElse(""));
                return request.waiting(() -> await(new Waiter(caller, token, after), wait));
            } finally {
                giveBack(application);
            }
        } finally {
            giveBack(account);
        }
    }

    private record Waiting(long application, MerchantId merchant, long account) {}

    private void take(Waiting whom, int most) {
        if (waiting.merge(whom, 1, Integer::sum) > most) {
            giveBack(whom);
            throw new Failure.Limited(Violation.of(RequestMessage.TOO_MANY_AT_ONCE), RETRY, Map.of());
        }
    }

    private void giveBack(Waiting whom) {
        waiting.computeIfPresent(whom, (_, count) -> count == 1 ? null : count - 1);
    }

    private End await(Waiter waiter, Duration wait) {
        var merchant = waiter.caller.merchant();
        // entered under the map's lock: one that is being forgotten is not entered
        var ofMerchant = Objects.requireNonNull(watched.compute(merchant, (_, known) -> {
            var entered = known == null ? new Watched() : known;
            entered.enter(waiter);
            return entered;
        }));
        try {
            if (ofMerchant.last() < 0) {
                // nobody has asked for this merchant lately
                ofMerchant.advance(store.lastPushes(List.of(merchant)).getOrDefault(merchant, 0L));
            }
            long until = System.nanoTime() + (connected ? wait : MAX_UNHEARD_WAIT).toNanos();
            while (waiter.end == null && !ended && !Thread.currentThread().isInterrupted()) {
                long left = until - System.nanoTime();
                if (left <= 0) {
                    break;
                }
                LockSupport.parkNanos(this, left);
            }
            return Objects.requireNonNullElse(waiter.end, End.OTHER);
        } finally {
            ofMerchant.leave(waiter);
        }
    }

    private void advance(MerchantId merchant, long push) {
        var ofMerchant = watched.get(merchant);
        if (ofMerchant != null) {
            ofMerchant.advance(push);
        }
    }

    /// Notes a push that this node has made.
    public void pushed(MerchantId merchant, long push) {
        pushed.increment();
        synchronized (untold) {
            untold.merge(merchant, push, Math::max);
        }
    }

    /// A message on [#CHANNEL].
    public void heard(String pushes) {
        for (var push : pushes.split(",", -1)) {
            int colon = push.indexOf(':');
            try {
                advance(
                        new MerchantId(Long.parseLong(push.substring(0, colon))),
                        Long.parseLong(push.substring(colon + 1)));
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                LOG.debug("not understood: {}", pushes);
            }
        }
    }

    public void onConnected() {
        connected = true;
    }

    /// This node does not hear of revocations now.
    public void onDisconnected() {
        connected = false;
        end(_ -> true, End.CREDENTIALS_CHANGED);
    }

    /// The wait of those whose credentials have changed ends.
    ///
    /// @param what as credentials' notifications call it
    public void credentialChanged(String what) {
        end(
                waiter -> what.equals("application " + waiter.caller.application())
                        || what.equals("merchant " + waiter.caller.merchant().value())
                        || what.equals("token " + waiter.token.hex()),
                End.CREDENTIALS_CHANGED);
    }

    private void end(Predicate<Waiter> which, End end) {
        watched.values().forEach(each -> each.end(which, end));
    }

    /// Nobody waits from now on: the server is about to stop.
    public void endWaits() {
        ended = true;
        end(_ -> true, End.OTHER);
    }

    private void tell() {
        Map<MerchantId, Long> told;
        synchronized (untold) {
            told = Map.copyOf(untold);
            untold.clear();
        }
        var message = new StringBuilder();
        for (var push : told.entrySet()) {
            var text = push.getKey().value() + ":" + push.getValue();
            if (message.length() + text.length() >= MAX_BYTES) {
                store.tell(message.toString());
                message.setLength(0);
            }
            message.append(message.isEmpty() ? "" : ",").append(text);
        }
        if (!message.isEmpty()) {
            store.tell(message.toString());
        }
    }

    private void poll() {
        for (var merchant : watched.keySet()) {
            watched.computeIfPresent(merchant, (_, known) -> known.isForgotten() ? null : known);
        }
        var before = new HashMap<MerchantId, Long>();
        watched.forEach((merchant, known) -> before.put(merchant, known.last()));
        if (!before.isEmpty()) {
            store.lastPushes(List.copyOf(before.keySet())).forEach((merchant, push) -> {
                var ofMerchant = watched.get(merchant);
                if (ofMerchant != null) {
                    ofMerchant.set(push, Objects.requireNonNull(before.get(merchant)));
                }
            });
        }
    }

    private void every(Duration pause, Runnable work) {
        while (!closed) {
            try {
                Thread.sleep(pause);
                work.run();
            } catch (InterruptedException e) {
                return;
            } catch (DatabaseFailure e) {
                LOG.debug("not this time", e);
            } catch (RuntimeException e) {
                LOG.warn("pushes are told of late", e);
            }
        }
    }

    /// What was pushed last is still told.
    @Override
    public void close() {
        endWaits();
        closed = true;
        teller.interrupt();
        poller.interrupt();
        try {
            tell();
        } catch (DatabaseFailure e) {
            LOG.debug("not told", e);
        }
    }
}
