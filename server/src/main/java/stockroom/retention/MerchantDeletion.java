package stockroom.retention;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.PeriodicTask;

/// Deletes merchants in small batches. One node at a time does it, and another resumes if that node stops.
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
            // another node is deleting
        }
    }

    private void delete(MerchantId merchant) throws InterruptedException {
        int rows = deleteRows(merchant);
        store.deleteMerchant(merchant);
        // removes rows written by calls that were still running; further writes are impossible now
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
