package stockroom.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.RowMapperFactory;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;

final class ConnectionPool implements AutoCloseable {
    private static final Duration MAX_STEP = Duration.ofMillis(500);
    /// Exceeds the database's own time-out, so that it only ends statements of a database that no longer answers.
    private static final Duration BEYOND_STATEMENT = Duration.ofSeconds(2);

    /// A statement that has begun gets at least this long, because a connection that times out is lost.
    private static final Duration MIN_SOCKET_TIMEOUT = Duration.ofMillis(500);

    private final ReconnectingDataSource connections;
    private final HikariDataSource pool;
    private final Duration step;
    private final Duration socketTimeout;

    ConnectionPool(DatabaseAddress address, Database.Pool bounds, boolean clusterNode, MeterRegistry metrics) {
        var half = bounds.waitTime().dividedBy(2);
        this.step = half.compareTo(MAX_STEP) < 0 ? half : MAX_STEP;
        this.socketTimeout = bounds.statementTimeout().plus(BEYOND_STATEMENT);
        var properties = address.properties(socketTimeout);
        properties.setProperty(
                "options",
                "-c statement_timeout=%1$d -c idle_in_transaction_session_timeout=%1$d"
                                .formatted(bounds.statementTimeout().toMillis())
                        + (clusterNode ? " -c plan_cache_mode=force_custom_plan" : ""));
        this.connections = new ReconnectingDataSource(address.url(), properties);
        var config = new HikariConfig();
        config.setPoolName(bounds.name());
        config.setDataSource(connections);
        config.setMaximumPoolSize(bounds.size());
        config.setMinimumIdle(bounds.size());
        config.setConnectionTimeout(step.toMillis());
        config.setValidationTimeout(step.toMillis());
        config.setInitializationFailTimeout(-1);
        config.setExceptionOverride(new StalePlans());
        config.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(metrics));
        this.pool = new HikariDataSource(config);
    }

    /// Keeps a connection after a stale plan, so that the statement can be repeated on it.
    private static final class StalePlans implements SQLExceptionOverride {
        @java.lang.Override
        public SQLExceptionOverride.Override adjudicate(SQLException failure) {
            return SqlState.of(failure).isPlanUnusable()
                    ? SQLExceptionOverride.Override.DO_NOT_EVICT
                    : SQLExceptionOverride.Override.CONTINUE_EVICT;
        }
    }

    Jdbi jdbi(Duration waitTime) {
        var jdbi = Jdbi.create(() -> open(waitTime));
        jdbi.setSqlLogger(new SqlLogger() {
            @Override
            public void logBeforeExecution(StatementContext statement) {
                try {
                    limit(statement.getConnection());
                } catch (SQLException e) {
                    throw new ConnectionException(e);
                }
            }
        });
        RowMapperFactory records = (type, _) -> type instanceof Class<?> known && known.isRecord()
                ? Optional.of(ConstructorMapper.of(known))
                : Optional.empty();
        jdbi.registerRowMapper(records);
        // the values of a failed statement are merchants' data and must not reach a log
        jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
        return jdbi;
    }

    /// Limits one attempt to get a connection. [#open] repeats it until the caller's time is up.
    Duration step() {
        return step;
    }

    Duration socketTimeout() {
        return socketTimeout;
    }

    Connection open(Duration longest) throws SQLException {
        long until = System.nanoTime() + Deadline.nanosLeft(longest);
        while (true) {
            try {
                return limited(pool.getConnection());
            } catch (SQLTransientConnectionException e) {
                if (System.nanoTime() >= until) {
                    var why = connections.lastFailure();
                    if (why != null) {
                        e.addSuppressed(why);
                    }
                    throw e;
                }
            }
        }
    }

    private Connection limited(Connection connection) throws SQLException {
        try {
            limit(connection);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    void limit(Connection connection) throws SQLException {
        long millis = TimeUnit.NANOSECONDS.toMillis(Deadline.nanosLeft(socketTimeout));
        connection.setNetworkTimeout(Runnable::run, (int) Math.max(MIN_SOCKET_TIMEOUT.toMillis(), millis));
    }

    void replaceAll() {
        pool.getHikariPoolMXBean().softEvictConnections();
    }

    int size() {
        return pool.getHikariPoolMXBean().getTotalConnections();
    }

    @Override
    public void close() {
        connections.close();
        pool.close();
    }
}
