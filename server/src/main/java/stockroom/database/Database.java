package stockroom.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;
import org.jspecify.annotations.Nullable;

/// The one database: a bounded number of connections, each statement with a time limit.
public final class Database implements AutoCloseable {
    private final HikariDataSource pool;
    private final Jdbi jdbi;
    private final Tracer tracer;
    /// As many as connections. Waiting happens here and not in the pool, whose waiters spin on virtual threads
    /// (HikariCP issue 2398).
    private final Semaphore permits;

    private final int mostFlights;
    private final Duration waitTime;

    /// Opens them.
    ///
    /// @param name of the pool, for the metrics
    public Database(
            String name,
            DatabaseAddress address,
            int poolSize,
            Duration waitTime,
            Duration statementTimeout,
            MeterRegistry metrics,
            OpenTelemetry telemetry) {
        var config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(address.url());
        config.setDataSourceProperties(address.properties());
        config.addDataSourceProperty(
                "options",
                "-c statement_timeout=%1$d -c idle_in_transaction_session_timeout=%1$d"
                        .formatted(statementTimeout.toMillis()));
        // the server's own limit ends a statement first; this one is for a server that is gone
        config.addDataSourceProperty("socketTimeout", statementTimeout.toSeconds() + 5);
        config.setMaximumPoolSize(poolSize);
        config.setMinimumIdle(poolSize);
        config.setConnectionTimeout(waitTime.toMillis());
        config.setInitializationFailTimeout(-1);
        config.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(metrics));
        this.pool = new HikariDataSource(config);
        this.jdbi = Jdbi.create(pool);
        // a failed statement's values are merchants' data and do not belong in a log
        jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
        this.permits = new Semaphore(poolSize, true);
        this.mostFlights = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, poolSize);
        this.waitTime = waitTime;
        this.tracer = telemetry.getTracer("stockroom");
    }

    /// Reads that go to the database together when there are many.
    ///
    /// @param name of the read, for traces
    /// @param sql one statement, its parameters written `?`
    public <K, A> Flights<K, A> flights(String name, String sql, Flights.Values<K> values, Flights.Rows<A> rows) {
        return new Flights<>(this, name, sql, values, rows);
    }

    /// Of one kind, at once. As many as can be at work: more would only be smaller ones.
    int mostFlights() {
        return mostFlights;
    }

    /// Runs statements, each a transaction of its own.
    public <T extends @Nullable Object> T run(String name, Statements<T> work) {
        return traced(name, () -> guarded(() -> jdbi.withHandle(work::run)));
    }

    /// Runs statements on a connection as it is.
    <T extends @Nullable Object> T connected(ConnectionWork<T> work) {
        return guarded(() -> {
            try (var connection = pool.getConnection()) {
                return work.run(connection);
            }
        });
    }

    /// Runs statements as one transaction.
    public <T extends @Nullable Object> T inTransaction(String name, Statements<T> work) {
        return traced(name, () -> guarded(() -> jdbi.inTransaction(work::run)));
    }

    public boolean answers() {
        try {
            return run(
                    "ping",
                    handle ->
                            handle.createQuery("SELECT 1").mapTo(Integer.class).one() == 1);
        } catch (DatabaseFailure e) {
            return false;
        }
    }

    /// Statements to run on a connection.
    @FunctionalInterface
    public interface Statements<T extends @Nullable Object> {
        T run(Handle handle) throws SQLException;
    }

    @FunctionalInterface
    interface ConnectionWork<T extends @Nullable Object> {
        T run(Connection connection) throws SQLException;
    }

    @FunctionalInterface
    private interface Work<T extends @Nullable Object> {
        T run() throws SQLException;
    }

    <T extends @Nullable Object> T traced(String name, Supplier<T> work) {
        var span = tracer.spanBuilder(name).setSpanKind(SpanKind.CLIENT).startSpan();
        try (Scope _ = span.makeCurrent()) {
            return work.get();
        } catch (RuntimeException e) {
            span.setStatus(StatusCode.ERROR);
            throw e;
        } finally {
            span.end();
        }
    }

    private <T extends @Nullable Object> T guarded(Work<T> work) {
        try {
            if (!permits.tryAcquire(waitTime.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new DatabaseFailure.Busy(new TimeoutException("no free connection"));
            }
            try {
                return work.run();
            } finally {
                permits.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseFailure.Busy(e);
        } catch (ConnectionException | SQLTransientConnectionException e) {
            // no connection to be had, whatever the reason
            throw new DatabaseFailure.Down(e);
        } catch (JdbiException | SQLException e) {
            throw understood(e);
        }
    }

    /// By SQLSTATE: what waiting can mend becomes a [DatabaseFailure]; the rest is our own fault.
    private static RuntimeException understood(Exception e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                var state = sql.getSQLState() == null ? "08" : sql.getSQLState();
                return switch (state) {
                    case "57014", "55P03", "40P01", "40001" -> new DatabaseFailure.Busy(e);
                    // a former primary is read-only after a failover
                    case "25006" -> new DatabaseFailure.Down(e);
                    default ->
                        state.startsWith("08") || state.startsWith("53") || state.startsWith("57P")
                                ? new DatabaseFailure.Down(e)
                                : new IllegalStateException(e);
                };
            }
        }
        return new IllegalStateException(e);
    }

    @Override
    public void close() {
        pool.close();
    }
}
