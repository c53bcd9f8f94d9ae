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

/// Runs statements on a bounded number of connections. Waits end with the caller's [Deadline] at the latest.
public final class Database implements AutoCloseable {
    private static final Duration WATCH = Duration.ofMillis(100);

    /// Limits memory-intensive work over all databases of the process.
    private static final FairShare FEW =
            new FairShare(Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, 2));

    private final ConnectionPool pool;
    private final Jdbi jdbi;
    private final Tracer tracer;
    /// Work waits here instead of in the pool, whose waiters spin on virtual threads (HikariCP issue 2398) and
    /// are served in order of arrival, however many one caller sends.
    private final FairShare permits;

    /// Work of one name gets three quarters of the connections, so that a locked table leaves some free.
    private final Map<String, FairShare> permitsByName = new ConcurrentHashMap<>();

    private final List<ReadBatcher<?, ?>> batchers = new CopyOnWriteArrayList<>();
    private final PeriodicTask watch;
    private final int permitsOfOneName;
    private final int maxBatches;
    private final Pool bounds;
    /// A cluster node plans every execution, fastest with values written into the statement (docs/decisions/0024).
    final boolean isClusterNode;
    /// Must be set before the database is used.
    Placement placement = _ -> this;

    public record Pool(String name, int size, Duration waitTime, Duration statementTimeout) {}

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
                .description("operations that wait for a connection")
                .tag("pool", bounds.name)
                .register(metrics);
        this.permitsOfOneName = Math.ceilDiv(3 * bounds.size, 4);
        this.maxBatches = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, permitsOfOneName);
        this.tracer = telemetry.getTracer("stockroom");
        this.watch =
                PeriodicTask.start(bounds.name + ":deadlines", WATCH, () -> batchers.forEach(ReadBatcher::wakeOverdue));
    }

    /// Opens as many connections to each worker of a cluster as to `address`.
    public static Database ofCluster(
            DatabaseAddress address, Pool bounds, MeterRegistry metrics, OpenTelemetry telemetry) {
        return CitusPlacement.open(address, bounds, metrics, telemetry);
    }

    public Database of(long merchant) {
        return placement.of(merchant);
    }

    public Set<DatabaseAddress> workers() {
        return placement.workers();
    }

    public <K, A> BatchedRead<K, A> batcher(String name, String sql, Values<K> values, Rows<A> rows) {
        var made = new ReadBatcher<>(this, name, sql, values, rows);
        batchers.add(made);
        return made;
    }

    public <K, A> BatchedRead<K, A> batcher(
            String name, String sql, ToLongFunction<K> merchant, Values<K> values, Rows<A> rows) {
        return ReadBatcher.byMerchant(this, merchant, database -> database.batcher(name, sql, values, rows));
    }

    /// Returns the time after which every read has ended.
    Duration maxReadTime() {
        return bounds.waitTime.plus(pool.socketTimeout());
    }

    /// More batches of one kind at once would only be smaller.
    int maxBatches() {
        return maxBatches;
    }

    /// Runs statements, each in its own transaction. Only the last may write: a stale plan makes all run again.
    public <T extends @Nullable Object> T run(String name, Statements<T> work) {
        Work<T> onConnection = () -> jdbi.withHandle(handle -> replanned(() -> work.run(handle)));
        return traced(name, () -> withPermits(name, Owner.current(), bounds.waitTime, onConnection));
    }

    /// Runs one statement.
    /// @throws DatabaseFailure.OutcomeUnknown if the connection breaks after the statement was sent
    public <T extends @Nullable Object> T write(String name, Statements<T> work) {
        try {
            return run(name, work);
        } catch (DatabaseFailure.Down e) {
            throw e.isSent() ? new DatabaseFailure.OutcomeUnknown(e) : e;
        }
    }

    /// Runs work that needs much memory and processor time, at most two at once.
    public <T extends @Nullable Object> T runFew(String name, Statements<T> work) {
        return withPermit(FEW, Owner.current(), bounds.waitTime, () -> run(name, work));
    }

    /// Returns whether work that arrived at `came` has less time left than one wait of the pool.
    boolean isWaitOver(long came) {
        return System.nanoTime() - came >= bounds.waitTime.minus(pool.step()).toNanos();
    }

    /// Runs a batch. Work that arrived long ago (`came`) still gets one wait of the pool.
    <T extends @Nullable Object> T connected(String name, long came, ConnectionWork<T> work) {
        var wait = bounds.waitTime.minusNanos(System.nanoTime() - came);
        var longest = wait.compareTo(pool.step()) > 0 ? wait : pool.step();
        return withPermits(name, Owner.NODE, longest, () -> {
            try (var connection = pool.open(longest)) {
                return work.run(connection);
            }
        });
    }

    /// Replaces all connections, those in use when they are returned, since a dead one may look alive.
    public void reconnect() {
        pool.replaceAll();
        placement.reconnect();
    }

    public boolean hasConnections() {
        return pool.size() > 0;
    }

    /// Runs statements in one transaction, again if the plan of one is stale.
    /// @throws DatabaseFailure.OutcomeUnknown if the connection breaks during the commit
    public <T extends @Nullable Object> T inTransaction(String name, Statements<T> work) {
        var committing = new AtomicBoolean();
        try {
            return run(
                    name,
                    handle -> handle.inTransaction(_ -> {
                        var result = work.run(handle);
                        // the commit is limited to the time that is left now
                        pool.limit(handle.getConnection());
                        committing.set(true);
                        return result;
                    }));
        } catch (DatabaseFailure.Down e) {
            throw committing.get() && e.isSent() ? new DatabaseFailure.OutcomeUnknown(e) : e;
        }
    }

    /// Runs the work again on the same connection if a plan is stale or lost. The driver discards such plans.
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

    /// Background work has no trace and gets no span.
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
            throw new DatabaseFailure.Down(e);
        } catch (JdbiException | SQLException e) {
            if (SqlState.of(e).isReadOnly()) {
                // the primary has become a standby, so all connections lead to the wrong node
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
