package stockroom.catalog.ledger;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.database.Database;
import stockroom.database.DatabaseFailure;
import stockroom.database.PeriodicTask;

/// Adds partitions for the coming months to the ledger. While the clocks are trusted, it also drops expired
/// months and deletes idempotency keys after a day. Every step is idempotent and runs on every node.
public final class LedgerMaintenance implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerMaintenance.class);
    private static final int MONTHS_AHEAD = 3;
    private static final Duration PAUSE = Duration.ofMinutes(1);
    /// Bounds the attempts to get a lock. Each attempt is short because callers queue behind it.
    private static final int ATTEMPTS = 20;

    private static final Duration RETRY = Duration.ofMillis(250);

    private final LedgerMaintenanceStore store;
    private final int monthsKept;
    private final PeriodicTask task;
    private volatile @Nullable LocalDate roomUntil;
    private volatile double bytes = Double.NaN;

    public LedgerMaintenance(Database database, int monthsKept, MeterRegistry metrics) {
        this.store = new LedgerMaintenanceStore(database);
        this.monthsKept = monthsKept;
        Gauge.builder("stockroom.ledger.ahead", this, LedgerMaintenance::secondsAhead)
                .description("time for which the ledger has partitions; at 0, stock cannot be written")
                .baseUnit("seconds")
                .register(metrics);
        Gauge.builder("stockroom.ledger.bytes", this, ledger -> ledger.bytes)
                .description("size of the ledger on the database's disks, measured once a minute")
                .baseUnit("bytes")
                .register(metrics);
        addMonths();
        this.task = PeriodicTask.startNow("ledger", PAUSE, this::run);
    }

    private double secondsAhead() {
        var until = roomUntil;
        return until == null
                ? Double.NaN
                : Duration.ofDays(ChronoUnit.DAYS.between(today(), until)).toSeconds();
    }

    private static LocalDate today() {
        return LocalDate.now(ZoneOffset.UTC);
    }

    /// The server starts without the first three steps because they need every node of a cluster.
    private void run() {
        attempt("cannot drop months of the ledger", this::dropMonths);
        attempt("cannot delete idempotency keys", store::forgetKeys);
        attempt("cannot measure the ledger", () -> bytes = store.bytes());
        addMonths();
    }

    private void addMonths() {
        attempt("cannot add months to the ledger", () -> store.addMonths(MONTHS_AHEAD));
        attempt("cannot find out how far the ledger has partitions", () -> roomUntil = store.roomUntil());
    }

    private static void attempt(String otherwise, Runnable work) {
        try {
            patiently(work);
        } catch (DatabaseFailure.Down e) {
            // Requests that need the database report this.
            LOG.debug(otherwise, e);
        } catch (RuntimeException e) {
            LOG.warn("{}, retrying: {}", otherwise, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void dropMonths() {
        for (var dropped = store.dropMonth(monthsKept); dropped.isPresent(); dropped = store.dropMonth(monthsKept)) {
            LOG.info("dropped partition {}", dropped.get());
        }
    }

    private static void patiently(Runnable work) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                work.run();
                return;
            } catch (DatabaseFailure.Busy e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                Thread.sleep(RETRY);
            }
        }
    }

    @Override
    public void close() {
        task.close();
    }
}
