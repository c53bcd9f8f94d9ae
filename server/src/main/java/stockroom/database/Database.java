package stockroom.database;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;
import stockroom.database.BatchedRead.Rows;
import stockroom.database.BatchedRead.Values;
import stockroom.share.FairShare;
import stockroom.share.Owner;

/// A database: a bounded number of connections, and no wait without an end. What is bound by [Deadline] ends when
/// that is over.
public final class Database implements AutoCloseable {
    private static final Duration WATCH = Duration.ofMillis(100);

    /// For what takes much memory, of which all databases have the same.
    private static final FairShare FEW =
            new FairShare(Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, 2));

    private final ConnectionPool pool;
    private final Jdbi jdbi;
    private final Tracer tracer;
    /// As many as connections. Waiting happens here and not in the pool, whose waiters spin on virtual threads
    /// (HikariCP issue 2398) and get connections in the order in which they came, whoever sent most of them.
    private final FairShare permits;

    /// No kind of work holds more than three quarters of the connections, so that one that is stuck, such as at a
    /// locked table, leaves some to the others.
    private final Map<String, FairShare> permitsByName = new ConcurrentHashMap<>();

    private final List<ReadBatcher<?, ?>> batchers = new CopyOnWriteArrayList<>();
    private final PeriodicTask watch;
    private final int permitsOfOneName;
    private final int maxBatches;
    private final Pool bounds;
    /// Whether this is a node of a cluster, which must plan each execution anew, and does so quickest where the values
    /// are written into the statement (docs/decisions/0024).
    final boolean isClusterNode;
    /// Set before the database is used.
    Placement placement = _ -> this;

    /// How many connections there are, and how long they are used.
    ///
    /// @param name for the metrics
    /// @param waitTime how long work waits for a connection
    public record Pool(String name, int size, Duration waitTime, Duration statementTimeout) {}

    /// Opens the connections.
    public Database(DatabaseAddress address, Pool bounds, MeterRegistry metrics, OpenTelemetry telemetry) {
        this(address, bounds, metrics, telemetry, false);
    }

    Database(DatabaseAddress address, Pool bounds, MeterRegistry metrics, OpenTelemetry telemetry, boolean isNode) {
        this.bounds = bounds;
        this.isClusterNode = isNode;
        this.pool = new ConnectionPool(address, bounds, isNode, metrics);
        this.jdbi = pool.jdbi(bounds.waitTime);
        this.permits = new FairShare(bounds.size);
        Gauge.builder("stockroom.database.connections.used", permits, FairShare::used)
                .description("connections in use")
                .tag("pool", bounds.name)
                .register(metrics);
        Gauge.builder("stockroom.database.connections.waiting", permits, FairShare::waiting)
                .description("work that waits for a connection")
                .tag("pool", bounds.name)
                .register(metrics);
        this.permitsOfOneName = Math.ceilDiv(3 * bounds.size, 4);
        this.maxBatches = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, permitsOfOneName);
        this.tracer = telemetry.getTracer("stockroom");
        this.watch =
                PeriodicTask.start(bounds.name + ":deadlines", WATCH, () -> batchers.forEach(ReadBatcher::wakeOverdue));
    }

    /// The same; where there is a cluster, to each of its nodes as many connections as to the coordinator.
    ///
    /// @param address of the coordinator, or of the one database there is
    public static Database ofCluster(
            DatabaseAddress address, Pool bounds, MeterRegistry metrics, OpenTelemetry telemetry) {
        return CitusPlacement.open(address, bounds, metrics, telemetry);
    }

    /// The database that has a merchant's rows.
    public Database of(long merchant) {
        return placement.of(merchant);
    }

    /// The workers of the cluster, if it is one.
    public Set<DatabaseAddress> workers() {
        return placement.workers();
    }

    /// A read of this database.
    ///
    /// @param name of the read, for traces
    /// @param sql one statement, its parameters written `?`
    public <K, A> BatchedRead<K, A> batcher(String name, String sql, Values<K> values, Rows<A> rows) {
        var made = new ReadBatcher<>(this, name, sql, values, rows);
        batchers.add(made);
        return made;
    }

    /// A read of the database that has the merchant.
    ///
    /// @param merchant of what is asked for
    public <K, A> BatchedRead<K, A> batcher(
            String name, String sql, ToLongFunction<K> merchant, Values<K> values, Rows<A> rows) {
        return ReadBatcher.byMerchant(this, merchant, database -> database.batcher(name, sql, values, rows));
    }

    /// Nobody's read takes longer.
    Duration maxReadTime() {
        return bounds.waitTime.plus(pool.socketTimeout());
    }

    /// How many batches of one kind are read at once: as many as can be at work, since more would only be smaller.
    int maxBatches() {
        return maxBatches;
    }

    /// Runs statements, each a transaction of its own. Only the last may write: if the plan of one is stale, all
    /// are run again.
    public <T extends @Nullable Object> T run(String name, Statements<T> work) {
        Work<T> onConnection = () -> jdbi.withHandle(handle -> replanned(() -> work.run(handle)));
        return traced(name, () -> withPermits(name, Owner.current(), bounds.waitTime, onConnection));
    }

    /// The same for one statement that writes.
    ///
    /// @throws DatabaseFailure.OutcomeUnknown when the connection breaks after the statement was sent
    public <T extends @Nullable Object> T write(String name, Statements<T> work) {
        try {
            return run(name, work);
        } catch (DatabaseFailure.Down e) {
            throw e.isSent() ? new DatabaseFailure.OutcomeUnknown(e) : e;
        }
    }

    /// The same for what takes much memory and many milliseconds of a processor: one at a time in this process, or two
    /// where there are four processors.
    public <T extends @Nullable Object> T runFew(String name, Statements<T> work) {
        return withPermit(FEW, Owner.current(), bounds.waitTime, () -> run(name, work));
    }

    /// Whether work that came then has no time left to wait for a connection: less than the pool waits once.
    boolean isWaitOver(long came) {
        return System.nanoTime() - came >= bounds.waitTime.minus(pool.step()).toNanos();
    }

    /// Runs statements of many callers on a connection as it is.
    ///
    /// @param came when the work came; however long ago that is, it waits as long as the pool waits once
    <T extends @Nullable Object> T connected(String name, long came, ConnectionWork<T> work) {
        var wait = bounds.waitTime.minusNanos(System.nanoTime() - came);
        var longest = wait.compareTo(pool.step()) > 0 ? wait : pool.step();
        return withPermits(name, Owner.NODE, longest, () -> {
            try (var connection = pool.open(longest)) {
                return work.run(connection);
            }
        });
    }

    /// The database was out of reach, or another is the primary now: all connections are replaced, those in use when
    /// they are given back, since they may be dead without knowing it.
    public void reconnect() {
        pool.replaceAll();
        placement.reconnect();
    }

    /// Whether there is any connection, free or in use.
    public boolean hasConnections() {
        return pool.size() > 0;
    }

    /// Runs statements as one transaction. They may be run twice, if the plan of one is stale.
    ///
    /// @throws DatabaseFailure.OutcomeUnknown when the connection breaks during the commit
    public <T extends @Nullable Object> T inTransaction(String name, Statements<T> work) {
        var committing = new AtomicBoolean();
        try {
            return run(
                    name,
                    handle -> handle.inTransaction(_ -> {
                        var result = work.run(handle);
                        // the commit has a time-out of its own
                        pool.limit(handle.getConnection());
                        committing.set(true);
                        return result;
                    }));
        } catch (DatabaseFailure.Down e) {
            throw committing.get() && e.isSent() ? new DatabaseFailure.OutcomeUnknown(e) : e;
        }
    }

    /// Again, on the same connection, where a statement was refused before it began: a migration has made its plan
    /// stale, or the connection has lost it. The driver drops such plans and makes new ones.
    static <T extends @Nullable Object> T replanned(Work<T> work) throws SQLException {
        try {
            return work.run();
        } catch (JdbiException | SQLException e) {
            if (!SqlState.of(e).isPlanUnusable()) {
                throw e;
            }
            return work.run();
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
    interface Work<T extends @Nullable Object> {
        T run() throws SQLException;
    }

    /// A span of the request that asks; work in the background has none.
    <T extends @Nullable Object> T traced(String name, Supplier<T> work) {
        if (!Span.current().getSpanContext().isValid()) {
            return work.get();
        }
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

    private <T extends @Nullable Object> T withPermits(String name, Owner owner, Duration longest, Work<T> work) {
        var ofThisName = permitsByName.computeIfAbsent(name, _ -> new FairShare(permitsOfOneName));
        return withPermit(ofThisName, owner, longest, () -> withPermit(permits, owner, longest, work));
    }

    private <T extends @Nullable Object> T withPermit(FairShare share, Owner owner, Duration longest, Work<T> work) {
        try {
            long left = Deadline.nanosLeft(longest);
            if (left <= 0 || !share.await(owner, left)) {
                throw new DatabaseFailure.Busy(new TimeoutException("no free connection"));
            }
            try {
                return work.run();
            } finally {
                share.giveBack(owner, 1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseFailure.Busy(e);
        } catch (ConnectionException | SQLTransientConnectionException e) {
            // no connection available, for any reason
            throw new DatabaseFailure.Down(e);
        } catch (JdbiException | SQLException e) {
            if (SqlState.of(e).isReadOnly()) {
                // this is no primary any more, to none of the connections
                pool.replaceAll();
            }
            throw SqlState.understood(e);
        }
    }

    @Override
    public void close() {
        placement.close();
        watch.close();
        pool.close();
    }
}
