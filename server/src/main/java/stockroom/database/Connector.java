package stockroom.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// Opens connections to a database one at a time, and pauses after a failure. While PostgreSQL is frozen, the
/// kernel queues every attempt, and PostgreSQL must later handle each one before it accepts new ones.
final class Connector {
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Map<String, Connector> BY_URL = new ConcurrentHashMap<>();

    private final String url;
    /// A fair lock keeps no pool from its first connection.
    private final ReentrantLock turn = new ReentrantLock(true);

    private long pauseUntil = System.nanoTime();

    private Connector(String url) {
        this.url = url;
    }

    static Connector to(String url) {
        return BY_URL.computeIfAbsent(url, Connector::new);
    }

    Connection open(Properties properties) throws SQLException {
        try {
            turn.lockInterruptibly();
            try {
                TimeUnit.NANOSECONDS.sleep(pauseUntil - System.nanoTime());
                return DriverManager.getConnection(url, properties);
            } catch (SQLException e) {
                pauseUntil = System.nanoTime() + PAUSE.toNanos();
                throw e;
            } finally {
                turn.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLTransientConnectionException("interrupted before connecting", e);
        }
    }
}
