package stockroom;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.auth.SecretCipher;
import stockroom.database.Database;
import stockroom.database.DatabaseAddress;
import stockroom.database.DatabaseFailure;
import stockroom.database.Probe;

/// Checks whether this node can serve: the database responds, has its schema, and the keyset opens its secrets.
final class ReadinessStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReadinessStore.class);

    private static final String LATEST_SECRET = """
            SELECT application_id, ciphertext FROM application_secret ORDER BY application_id DESC, slot DESC LIMIT 1
            """;

    private static final String NO_ANSWER = "the database does not answer";
    private static final Duration ANSWER_WITHIN = Duration.ofMillis(800);
    private static final Duration MIN_PROBE = Duration.ofMillis(200);
    private static final Duration RETRY = Duration.ofMillis(500);

    private final Database database;
    private final Probe probe;
    private final SecretCipher cipher;
    private final ReentrantLock asking = new ReentrantLock();
    private Known known = new Known(Optional.empty(), System.nanoTime(), System.nanoTime());

    private record Known(Optional<String> why, long begun, long ended) {}

    ReadinessStore(Database database, DatabaseAddress address, SecretCipher cipher) {
        this.database = database;
        this.probe = new Probe(address);
        this.cipher = cipher;
    }

    /// Returns within a second. Concurrent callers share the result of a probe.
    Optional<String> whyNotReady() {
        if (!database.hasConnections()) {
            return Optional.of(NO_ANSWER);
        }
        long asked = System.nanoTime();
        try {
            if (!asking.tryLock(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                return Optional.of(NO_ANSWER);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(NO_ANSWER);
        }
        try {
            long begun = System.nanoTime();
            var left = ANSWER_WITHIN.minusNanos(begun - asked);
            if (known.begun - asked < 0 && left.compareTo(MIN_PROBE) >= 0 && !isPointless(begun)) {
                known = new Known(ask(left), begun, System.nanoTime());
            }
            return known.why;
        } finally {
            asking.unlock();
        }
    }

    void log(Duration within) {
        ask(within).ifPresent(why -> LOG.error("not ready: {}", why));
    }

    /// Each attempt at a frozen database adds a connection that it must handle first when it resumes.
    private boolean isPointless(long now) {
        return known.why.equals(Optional.of(NO_ANSWER)) && now - known.ended < RETRY.toNanos();
    }

    private Optional<String> ask(Duration within) {
        try {
            boolean opens = probe.first(LATEST_SECRET, this::opens, within).orElse(true);
            return opens
                    ? Optional.empty()
                    : Optional.of("the keyset does not open the secrets in the database"
                            + " (auth.keyset-file: expected the one they were encrypted with)");
        } catch (DatabaseFailure e) {
            return Optional.of(NO_ANSWER);
        } catch (IllegalStateException e) {
            return Optional.of("the schema is not there, or not for us to read (stockroom-server migrate makes it)");
        }
    }

    private boolean opens(ResultSet row) throws SQLException {
        return cipher.opens(row.getLong("application_id"), row.getBytes("ciphertext"));
    }

    @Override
    public void close() {
        probe.close();
    }
}
