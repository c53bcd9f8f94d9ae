package stockroom.catalog.ledger;

import java.util.concurrent.ThreadLocalRandom;
import stockroom.database.Database;

/// Adjusts the ledger after a restore: pushes made after the backup are lost, but callers have read them.
public final class RestoreStore {
    /// Exceeds a day of 10,000 pushes a second. Nine million restores stay below 2^53, JavaScript's limit.
    private static final int STEP = 1_000_000_000;

    private static final String NEW_EPOCH = """
            UPDATE ledger SET epoch = (epoch::bigint + 1 + ?) % 2147483647, base = base + ?
            """;

    private static final String SKIP = """
            UPDATE push_counter SET base = CASE WHEN last = base THEN base + :step ELSE base END, last = last + :step
            """;

    private final Database database;

    public RestoreStore(Database database) {
        this.database = database;
    }

    public void startAnew() {
        database.inTransaction("after restore", handle -> {
            int random = ThreadLocalRandom.current().nextInt(1_000_000_000);
            handle.execute(NEW_EPOCH, random, STEP);
            return handle.createUpdate(SKIP).bind("step", STEP).execute();
        });
    }
}
