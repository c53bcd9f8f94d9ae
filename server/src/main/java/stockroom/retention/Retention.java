package stockroom.retention;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.database.Database;
import stockroom.database.DatabaseFailure;
import stockroom.database.PeriodicTask;
import stockroom.database.clock.ClockStore;

/// Forgets what nothing asks for any more: fetched products that are out of the window, and tokens that ended long ago,
/// while the clocks can be trusted (docs/decisions/0028). A few rows at a time, with a pause after each as long as it
/// took, so that no caller waits for it. Every node does; whatever one has done already is nothing to the others.
public final class Retention {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
    private static final Duration CHECK = Duration.ofMinutes(1);
    private static final Duration EVERY = Duration.ofHours(24);
    private static final Duration RETRY = Duration.ofHours(1);
    /// Since a token expired or was revoked; after that it is an unknown one, which counts as a guess.
    private static final int TOKEN_DAYS = 400;

    private final RetentionStore store;
    private final ClockStore clocks;
    private final int fetchedProductDays;
    private long nextAt = System.nanoTime();

    /// @param fetchedProductDays how long fetched products are kept after they were last fetched
    public Retention(Database database, int fetchedProductDays) {
        this.store = new RetentionStore(database);
        this.clocks = new ClockStore(database);
        this.fetchedProductDays = fetchedProductDays;
    }

    /// From now on, once a day.
    public PeriodicTask start() {
        return PeriodicTask.start("retention", CHECK, () -> {
            if (System.nanoTime() - nextAt >= 0) {
                nextAt = System.nanoTime() + RETRY.toNanos();
                if (forget()) {
                    nextAt = System.nanoTime() + EVERY.toNanos();
                }
            }
        });
    }

    /// All that is due, if the clocks can be trusted; what fails is due the next time.
    boolean forget() throws InterruptedException {
        try {
            if (clocks.trustedTime().isEmpty()) {
                return false;
            }
            LOG.info(
                    "forgot {} tokens and {} fetched products",
                    Pace.until(() -> store.forgetTokens(TOKEN_DAYS)),
                    forgetFetchedProducts());
            return true;
        } catch (DatabaseFailure e) {
            LOG.warn("what is kept no longer is not all forgotten: {}", e.toString());
            return false;
        }
    }

    private int forgetFetchedProducts() throws InterruptedException {
        int forgotten = 0;
        var stores = store.after(RetentionStore.BoundStore.NONE);
        while (!stores.isEmpty()) {
            for (var one : stores) {
                forgotten += Pace.until(() -> store.forgetFetchedProducts(one, fetchedProductDays));
            }
            stores = store.after(stores.getLast());
        }
        return forgotten;
    }
}
