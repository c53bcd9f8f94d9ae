package stockroom.retention;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.DatabaseFailure;

/// Deletes all rows of the merchants that operators have deleted, a few at a time, with a pause after each as long
/// as it took. One node does, and when it ends, another goes on: whatever is deleted is nothing to it.
public final class MerchantDeletion implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MerchantDeletion.class);
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final MerchantDeletionStore store;
    private final Thread thread;

    public MerchantDeletion(Database database) {
        this.store = new MerchantDeletionStore(database);
        this.thread = Thread.ofPlatform().daemon().name("merchant-deletion").unstarted(this::run);
    }

    public MerchantDeletion start() {
        thread.start();
        return this;
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(EVERY);
                deleteAll();
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    private void deleteAll() throws InterruptedException {
        try {
            for (var merchant : store.due()) {
                delete(merchant);
            }
        } catch (MerchantDeletionStore.Elsewhere e) {
            // another node is at it
        } catch (DatabaseFailure e) {
            LOG.debug("not this time", e);
        } catch (RuntimeException e) {
            LOG.warn("a merchant is not deleted for now: {}", e.toString());
        }
    }

    private void delete(MerchantId merchant) throws InterruptedException {
        int rows = deleteRows(merchant);
        store.deleteMerchant(merchant);
        // of calls that were at work until then; now there is nobody to write for
        rows += deleteRows(merchant);
        store.end(merchant);
        LOG.info("deleted merchant {}: {} rows", merchant.value(), rows);
    }

    private int deleteRows(MerchantId merchant) throws InterruptedException {
        int rows = 0;
        for (var step : store.steps()) {
            rows += Pace.until(() -> store.deleteSome(merchant, step));
        }
        return rows;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
