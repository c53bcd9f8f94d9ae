package stockroom.catalog.ledger;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.PeriodicTask;

/// Announces this node's pushes to all nodes ten times a second. It sends one notification outside the writing
/// transactions, because notifications serialise commits.
public final class PushTeller implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(100);
    /// PostgreSQL accepts notifications of less than 8000 bytes.
    private static final int MAX_BYTES = 7_900;

    private final PushWatchStore store;
    private final Map<MerchantId, Long> untold = new HashMap<>();
    private final Counter pushed;
    private final PeriodicTask task;

    public PushTeller(Database database, MeterRegistry metrics) {
        this.store = new PushWatchStore(database);
        this.pushed = Counter.builder("stockroom.ledger.pushes")
                .description("pushes that this node has written to the ledger")
                .register(metrics);
        this.task = PeriodicTask.start("pushes:tell", PAUSE, this::tell);
    }

    public void pushed(MerchantId merchant, long push) {
        pushed.increment();
        synchronized (untold) {
            untold.merge(merchant, push, Math::max);
        }
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

    @Override
    public void close() {
        task.closeAfterLastRun();
    }
}
