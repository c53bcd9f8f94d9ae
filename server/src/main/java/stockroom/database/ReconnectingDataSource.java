package stockroom.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Retries soon. HikariCP would wait up to five seconds between attempts.
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
                    LOG.warn("cannot connect to the database, retrying: {}", e.getMessage());
                }
            }
        }
    }

    @Nullable
    SQLException lastFailure() {
        return lastFailure;
    }

    /// Limits how long a closing pool waits for an attempt, in seconds.
    @Override
    public int getLoginTimeout() {
        return 2;
    }

    void close() {
        closed = true;
    }
}
