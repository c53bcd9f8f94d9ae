package stockroom.database.schema;

import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Consumer;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.database.DatabaseAddress;
import stockroom.database.SqlState;

/// Repeats a step while the database does not respond or others hold a lock. `longest` limits the wait for the
/// database, and `tell` gets one message in each step about it. A refused login is not repeated.
public record Retries(Duration longest, Consumer<String> tell) {
    private static final Logger LOG = LoggerFactory.getLogger(Retries.class);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final int MAX_TRIES = 600;
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    @FunctionalInterface
    interface Step {
        void run() throws SQLException;
    }

    public void awaitAnswer(DatabaseAddress address) {
        untilDone(address, () -> address.connect().close());
    }

    void untilDone(DatabaseAddress address, Step step) {
        boolean answered = true;
        long until = System.nanoTime() + longest.toNanos();
        for (int tried = 1; ; tried++) {
            try {
                step.run();
                return;
            } catch (FlywayException | SQLException e) {
                var state = SqlState.of(e);
                if (state.isConnectionLost() && !state.isLoginRefused() && System.nanoTime() < until) {
                    if (answered) {
                        tell.accept("the database does not answer: trying for %d s (%s: %s)"
                                .formatted(longest.toSeconds(), address, UnusableDatabaseException.reason(e)));
                    }
                    answered = false;
                } else if (state.code().equals(LOCK_NOT_AVAILABLE) && tried < MAX_TRIES) {
                    LOG.info("the migration could not get a lock, retrying");
                } else if (isOvertaken(e) && tried < MAX_TRIES) {
                    LOG.info("another session changed the same row of the system catalog, retrying the migration");
                } else {
                    throw UnusableDatabaseException.of(address, e);
                }
                pause();
            }
        }
    }

    /// Databases that are set up at once on one PostgreSQL share the rows of roles and can conflict there.
    /// PostgreSQL has no code for it, and Citus passes on only the message of a worker.
    private static boolean isOvertaken(Exception e) {
        return String.valueOf(e.getMessage()).contains("tuple concurrently updated");
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
