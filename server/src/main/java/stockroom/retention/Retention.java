package stockroom.retention;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.admin.people.PeopleRetentionStore;
import stockroom.database.Database;
import stockroom.database.DatabaseFailure;
import stockroom.database.PeriodicTask;
import stockroom.database.clock.ClockStore;

/// Deletes old fetched products, tokens and sessions while the clocks can be trusted (docs/decisions/0028). It is
/// idempotent, so every node runs it.
public final class Retention {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
    private static final Duration CHECK = Duration.ofMinutes(1);
    private static final Duration EVERY = Duration.ofHours(24);
    private static final Duration RETRY = Duration.ofHours(1);
    /// Counts from expiry or revocation. After that, using the token counts as a guess.
    private static final int TOKEN_DAYS = 400;

    private final RetentionStore store;
    private final PeopleRetentionStore people;
    private final ClockStore clocks;
    private final int fetchedProductDays;
    private long nextAt = System.nanoTime();

    public Retention(Database database, int fetchedProductDays) {
        this.store = new RetentionStore(database);
        this.people = new PeopleRetentionStore(database);
        this.clocks = new ClockStore(database);
        this.fetchedProductDays = fetchedProductDays;
    }

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

    /// Returns false if it must be tried again.
    boolean forget() throws InterruptedException {
        try {
            if (clocks.trustedTime().isEmpty()) {
                return false;
            }
            LOG.info(
                    "deleted {} rows of people, {} old tokens and {} old fetched products",
                    people.forget(),
                    Pace.until(() -> store.forgetTokens(TOKEN_DAYS)),
                    forgetFetchedProducts());
            return true;
        } catch (DatabaseFailure e) {
            LOG.warn("could not delete all old tokens and fetched products: {}", e.toString());
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
