package stockroom.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Opens connections for the pool, and tries again until there is one: HikariCP itself would wait up to five seconds
/// between two tries, long after the database is back.
final class ReconnectingDataSource extends PGSimpleDataSource {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(ReconnectingDataSource.class);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final String address;
    private final Properties properties;
    private volatile @Nullable SQLException lastFailure;
    private volatile boolean closed;

    ReconnectingDataSource(String address, Properties properties) {
        this.address = address;
        this.properties = properties;
    }

    @Override
    public Connection getConnection() throws SQLException {
        for (int tries = 1; ; tries++) {
            try {
                var connection = DriverManager.getConnection(address, properties);
                lastFailure = null;
                return connection;
            } catch (SQLException e) {
                lastFailure = e;
                if (tries == 1) {
                    LOG.warn("no connection to the database, trying again until there is one: {}", e.getMessage());
                }
                pauseAfter(e);
            }
        }
    }

    private void pauseAfter(SQLException failure) throws SQLException {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            // the pool is closing
            Thread.currentThread().interrupt();
            throw failure;
        }
        if (closed) {
            throw failure;
        }
    }

    /// Why there is no connection just now; null where nothing is known to be wrong.
    @Nullable
    SQLException lastFailure() {
        return lastFailure;
    }

    /// How long a pool that closes waits for a try to end, in seconds.
    @Override
    public int getLoginTimeout() {
        return 2;
    }

    void close() {
        closed = true;
    }
}
