package stockroom.database;

import java.sql.Connection;
import java.sql.SQLException;
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

    private final transient Connector connector;
    private final Properties properties;
    private volatile @Nullable SQLException lastFailure;
    private volatile boolean closed;

    ReconnectingDataSource(String url, Properties properties) {
        this.connector = Connector.to(url);
        this.properties = properties;
    }

    @Override
    public Connection getConnection() throws SQLException {
        for (int tries = 1; ; tries++) {
            try {
                var connection = connector.open(properties);
                lastFailure = null;
                return connection;
            } catch (SQLException e) {
                lastFailure = e;
                if (closed || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                if (tries == 1) {
                    LOG.warn("no connection to the database, trying again until there is one: {}", e.getMessage());
                }
            }
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
