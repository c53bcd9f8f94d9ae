package stockroom.retention;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.PeriodicTask;

/// Deletes all rows of the merchants that operators have deleted, a few at a time, with a pause after each as long
/// as it took. One node does, and when it ends, another goes on: whatever is deleted is nothing to it.
public final class MerchantDeletion {
    private static final Logger LOG = LoggerFactory.getLogger(MerchantDeletion.class);
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final MerchantDeletionStore store;

    public MerchantDeletion(Database database) {
        this.store = new MerchantDeletionStore(database);
    }

    public PeriodicTask start() {
        return PeriodicTask.start("merchant-deletion", EVERY, this::deleteAll);
    }

    private void deleteAll() throws InterruptedException {
        try {
            for (var merchant : store.due()) {
                delete(merchant);
            }
        } catch (MerchantDeletionStore.Elsewhere e) {
            // another node is at it
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
}
