package stockroom.catalog.ledger;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.auth.Caller;
import stockroom.auth.MerchantId;
import stockroom.auth.TokenHash;
import stockroom.catalog.ledger.WatchedMerchant.Waiter;
import stockroom.database.Database;
import stockroom.database.PeriodicTask;
import stockroom.share.Owner;
import stockroom.share.OwnerCounts;

/// Lets callers wait for a merchant's next push, of which each node's [PushTeller] tells all others. A slow poll, one
/// statement for all who wait, finds what was not heard: a node may be killed before it tells. Whoever waits holds
/// nothing but a thread that sleeps.
public final class PushWatch implements AutoCloseable {
    /// `NOTIFY` here with `MERCHANT:PUSH`, several with commas between them.
    public static final String CHANNEL = "stockroom_pushes";

    private static final Logger LOG = LoggerFactory.getLogger(PushWatch.class);
    private static final Duration POLL = Duration.ofSeconds(2);
    /// While the node does not hear of revocations.
    private static final Duration MAX_UNHEARD_WAIT = Duration.ofSeconds(1);

    private final PushWatchStore store;
    private final Map<MerchantId, WatchedMerchant> watched = new ConcurrentHashMap<>();
    private final OwnerCounts ofAccounts;
    private final OwnerCounts ofApplications;
    private final PeriodicTask poller;
    private volatile boolean connected;
    private volatile boolean ended;

    /// Why a wait is over.
    public enum End {
        /// There is something new, or the time is up: the ledger says which.
        OTHER,
        /// Whoever waits must prove again who it is.
        CREDENTIALS_CHANGED
    }

    /// One of those who may wait at once, until it is closed.
    public interface Place extends AutoCloseable {
        @Override
        void close();
    }

    /// @param perAccount how many calls may wait at once
    public PushWatch(Database database, int perAccount, int perApplication, MeterRegistry metrics) {
        this.store = new PushWatchStore(database);
        this.ofAccounts = new OwnerCounts(perAccount);
        this.ofApplications = new OwnerCounts(perApplication);
        Gauge.builder("stockroom.changes.waiting", watched, PushWatch::waiters)
                .description("calls that wait for a merchant's next push")
                .register(metrics);
        this.poller = PeriodicTask.start("pushes:poll", POLL, this::poll);
    }

    private static double waiters(Map<MerchantId, WatchedMerchant> watched) {
        return watched.values().stream().mapToInt(WatchedMerchant::size).sum();
    }

    /// None where too many of the account or the application wait already.
    public Optional<Place> placeFor(Caller caller) {
        var account = new Owner(caller.application(), caller.merchant().value(), caller.account());
        var application = new Owner(caller.application(), 0, 0);
        if (!ofAccounts.add(account)) {
            return Optional.empty();
        }
        if (!ofApplications.add(application)) {
            ofAccounts.remove(account);
            return Optional.empty();
        }
        return Optional.of(() -> {
            ofApplications.remove(application);
            ofAccounts.remove(account);
        });
    }

    /// Waits until there is a push after this one, as far as this node hears, or until the wait is over for another
    /// reason: time, the caller's credentials have changed, the server stops. Whoever waits has a [Place].
    public End await(Caller caller, TokenHash token, long after, Duration wait) {
        var merchant = caller.merchant();
        var waiter = new Waiter(caller, token, after);
        // entered under the map's lock: one that is being forgotten is not entered
        var ofMerchant = Objects.requireNonNull(watched.compute(merchant, (_, known) -> {
            var entered = known == null ? new WatchedMerchant() : known;
            entered.enter(waiter);
            return entered;
        }));
        try {
            if (ofMerchant.last() < 0) {
                // nobody has asked for this merchant lately
                ofMerchant.advance(store.lastPushes(List.of(merchant)).getOrDefault(merchant, 0L));
            }
            long until = System.nanoTime() + (connected ? wait : MAX_UNHEARD_WAIT).toNanos();
            while (waiter.end() == null && !ended && !Thread.currentThread().isInterrupted()) {
                long left = until - System.nanoTime();
                if (left <= 0) {
                    break;
                }
                LockSupport.parkNanos(this, left);
            }
            return Objects.requireNonNullElse(waiter.end(), End.OTHER);
        } finally {
            ofMerchant.leave(waiter);
        }
    }

    /// A message on [#CHANNEL].
    public void heard(String pushes) {
        for (var push : pushes.split(",", -1)) {
            int colon = push.indexOf(':');
            try {
                var merchant = new MerchantId(Long.parseLong(push.substring(0, colon)));
                long number = Long.parseLong(push.substring(colon + 1));
                Optional.ofNullable(watched.get(merchant)).ifPresent(known -> known.advance(number));
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                LOG.debug("not understood: {}", pushes);
            }
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
        end(waiter -> waiter.uses(what), End.CREDENTIALS_CHANGED);
    }

    private void end(Predicate<Waiter> which, End end) {
        watched.values().forEach(each -> each.end(which, end));
    }

    /// Nobody waits from now on: the server is about to stop.
    public void endWaits() {
        ended = true;
        end(_ -> true, End.OTHER);
    }

    @Override
    public void close() {
        endWaits();
        poller.close();
    }
}
