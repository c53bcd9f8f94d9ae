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

/// Lets callers wait for a merchant's next push in a sleeping thread. The [PushTeller] of each node announces
/// its pushes to all nodes. A slow poll finds pushes of a node that was killed before it announced them.
public final class PushWatch implements AutoCloseable {
    /// The messages are `MERCHANT:PUSH`, separated by commas.
    public static final String CHANNEL = "stockroom_pushes";

    private static final Logger LOG = LoggerFactory.getLogger(PushWatch.class);
    private static final Duration POLL = Duration.ofSeconds(2);
    /// Waits are short while the node cannot learn of revocations.
    private static final Duration MAX_UNHEARD_WAIT = Duration.ofSeconds(1);

    private final PushWatchStore store;
    private final Map<MerchantId, WatchedMerchant> watched = new ConcurrentHashMap<>();
    private final OwnerCounts ofAccounts;
    private final OwnerCounts ofApplications;
    private final PeriodicTask poller;
    private volatile boolean connected;
    private volatile boolean ended;

    public enum End {
        /// There is a push, or the time is up; the ledger tells which.
        OTHER,
        CREDENTIALS_CHANGED
    }

    public interface Place extends AutoCloseable {
        @Override
        void close();
    }

    /// `perAccount` and `perApplication` limit the calls that wait at once.
    public PushWatch(Database database, int perAccount, int perApplication, MeterRegistry metrics) {
        this.store = new PushWatchStore(database);
        this.ofAccounts = new OwnerCounts(perAccount);
        this.ofApplications = new OwnerCounts(perApplication);
        Gauge.builder("stockroom.changes.waiting", watched, PushWatch::waiters)
                .description("calls that wait for changes")
                .register(metrics);
        this.poller = PeriodicTask.start("pushes:poll", POLL, this::poll);
    }

    private static double waiters(Map<MerchantId, WatchedMerchant> watched) {
        return watched.values().stream().mapToInt(WatchedMerchant::size).sum();
    }

    /// Returns empty if too many calls of the account or the application already wait.
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

    /// Waits for a push after the given one. The caller must hold a [Place].
    public End await(Caller caller, TokenHash token, long after, Duration wait) {
        var merchant = caller.merchant();
        var waiter = new Waiter(caller, token, after);
        // Entering under the map's lock keeps the merchant from being removed meanwhile.
        var ofMerchant = Objects.requireNonNull(watched.compute(merchant, (_, known) -> {
            var entered = known == null ? new WatchedMerchant() : known;
            entered.enter(waiter);
            return entered;
        }));
        try {
            if (ofMerchant.last() < 0) {
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

    public void heard(String pushes) {
        for (var push : pushes.split(",", -1)) {
            int colon = push.indexOf(':');
            try {
                var merchant = new MerchantId(Long.parseLong(push.substring(0, colon)));
                long number = Long.parseLong(push.substring(colon + 1));
                Optional.ofNullable(watched.get(merchant)).ifPresent(known -> known.advance(number));
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                LOG.debug("malformed notification: {}", pushes);
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

    /// Ends all waits because this node no longer learns of revocations.
    public void onDisconnected() {
        connected = false;
        end(_ -> true, End.CREDENTIALS_CHANGED);
    }

    /// `what` is a message of the credentials' channel.
    public void credentialChanged(String what) {
        end(waiter -> waiter.uses(what), End.CREDENTIALS_CHANGED);
    }

    private void end(Predicate<Waiter> which, End end) {
        watched.values().forEach(each -> each.end(which, end));
    }

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
