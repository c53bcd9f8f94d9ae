package stockroom.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import stockroom.share.FairQueue;

/// Combines concurrent reads into batches (docs/decisions/0011). A caller reads at once and alone while fewer
/// batches than allowed are running. Later callers share the next batch, which is one round trip with a
/// statement for each. Callers take turns, so one with many reads queues behind its own.
final class ReadBatcher<K, A> implements BatchedRead<K, A> {
    /// Larger batches bring no further gain. The size must be a power of two.
    private static final int MAX_BATCH = 16;
    /// If this many wait and none got a result for [#STUCK], the reads are stuck. Another read of a waiting
    /// caller would only take room that other requests need.
    private static final int MANY_WAITING = 256;

    private static final Duration STUCK = Duration.ofSeconds(1);

    private final Database database;
    private final String name;
    private final String sql;
    /// Holds the statement joined 1, 2, 4, … times, so that the driver finds each prepared.
    private final List<String> joined;

    private final Values<K> values;
    private final Rows<A> rows;
    private final FairQueue<PendingRead<K, A>> waiting = new FairQueue<>();
    private final Deque<PendingRead<K, A>> alone = new ArrayDeque<>();
    /// Holds the reads of running batches, to wake those whose deadline passes.
    private final List<PendingRead<K, A>> batched = new ArrayList<>();

    private int executing;
    private volatile long answeredAt;

    ReadBatcher(Database database, String name, String sql, Values<K> values, Rows<A> rows) {
        this.database = database;
        this.name = name;
        this.sql = sql.strip();
        this.joined = IntStream.rangeClosed(0, Integer.numberOfTrailingZeros(MAX_BATCH))
                .mapToObj(power -> String.join(";", Collections.nCopies(1 << power, this.sql)))
                .toList();
        this.values = values;
        this.rows = rows;
    }

    static <K, A> BatchedRead<K, A> byMerchant(
            Database all, ToLongFunction<K> merchant, Function<Database, BatchedRead<K, A>> make) {
        var made = new ConcurrentHashMap<Database, BatchedRead<K, A>>();
        return key ->
                made.computeIfAbsent(all.of(merchant.applyAsLong(key)), make).read(key);
    }

    @Override
    public A read(K key) {
        return database.traced(name, () -> {
            var read = new PendingRead<K, A>(key, database.maxReadTime());
            for (boolean next = starts(read); next || waitsAndIsNext(read); next = false) {
                execute(read);
            }
            return read.answer();
        });
    }

    /// Returns whether this caller must execute the next batch. Otherwise it has a result or is overdue.
    private boolean waitsAndIsNext(PendingRead<K, A> read) {
        read.await();
        if (read.isDone()) {
            return false;
        }
        if (read.isOverdue()) {
            leave(read);
            return false;
        }
        read.begin();
        return true;
    }

    /// Drops a later result. If this caller was to execute the next batch, another one does.
    private void leave(PendingRead<K, A> read) {
        boolean wasNext;
        synchronized (this) {
            alone.remove(read);
            waiting.remove(read.owner, read);
            wasNext = read.isNext();
            read.timedOut();
        }
        if (wasNext) {
            release();
        }
    }

    private synchronized boolean starts(PendingRead<K, A> read) {
        if (executing == 0) {
            answeredAt = System.nanoTime();
        }
        if (executing < database.maxBatches()) {
            executing++;
            return true;
        }
        if (waiting.size() >= MANY_WAITING
                && waiting.has(read.owner)
                && System.nanoTime() - answeredAt > STUCK.toNanos()) {
            throw new DatabaseFailure.Busy(new TimeoutException("too many wait for this read already"));
        }
        waiting.add(read.owner, read);
        return false;
    }

    /// Fills the batch once there is a connection, with the reads waiting by then.
    private void execute(PendingRead<K, A> first) {
        var batch = new ArrayList<PendingRead<K, A>>(List.of(first));
        var filled = new AtomicBoolean();
        try {
            database.connected(name, first.came, connection -> {
                fill(batch);
                filled.set(true);
                return Database.replanned(() -> {
                    answer(connection, batch);
                    return null;
                });
            });
        } catch (RuntimeException | Error e) {
            if (!filled.get()) {
                failWaiting(first, e);
            } else if (e instanceof DatabaseFailure failure && failure.isTimeout()) {
                batch.forEach(read -> read.failed(e));
            } else {
                // a refusal shows that the database responds, so the reads are not stuck
                answeredAt = System.nanoTime();
                askedAgain(batch, e);
            }
        } finally {
            // nobody may be left waiting, even after an Error
            batch.removeIf(PendingRead::isDone);
            batch.forEach(read -> read.failed(new IllegalStateException("the batch ended without an answer")));
            release();
        }
    }

    /// Fills up to a power of two, so that few statements are prepared. A batch ends with its first caller's
    /// time, so a caller with little time left reads alone.
    private synchronized void fill(List<PendingRead<K, A>> batch) {
        if (batch.getFirst().alone || batch.getFirst().isOverdueIn(STUCK)) {
            return;
        }
        int size = Integer.highestOneBit(Math.min(waiting.size() + 1, MAX_BATCH));
        while (batch.size() < size) {
            batch.add(Objects.requireNonNull(waiting.poll()));
        }
        batched.addAll(batch);
    }

    /// Retries each read of a failed batch alone, because only one of them is the cause.
    private synchronized void askedAgain(List<PendingRead<K, A>> batch, Throwable why) {
        if (batch.size() == 1) {
            batch.getFirst().failed(why);
            return;
        }
        batch.removeIf(PendingRead::isDone);
        for (var read : batch) {
            read.alone = true;
            alone.add(read);
        }
        batch.clear();
    }

    /// Fails the callers that have waited as long for a connection as this one, unless only this one was
    /// interrupted or overdue.
    private void failWaiting(PendingRead<K, A> first, Throwable why) {
        first.failed(why);
        if (Thread.currentThread().isInterrupted() || first.isOverdue()) {
            return;
        }
        synchronized (this) {
            for (var read : all()) {
                if (database.isWaitOver(read.came)) {
                    alone.remove(read);
                    waiting.remove(read.owner, read);
                    read.failed(why);
                }
            }
        }
    }

    /// Runs periodically, because a timer for each caller would cost more than the read.
    synchronized void wakeOverdue() {
        batched.removeIf(PendingRead::isDone);
        all().forEach(PendingRead::wakeIfOverdue);
        batched.forEach(PendingRead::wakeIfOverdue);
    }

    private List<PendingRead<K, A>> all() {
        var all = waiting.all();
        all.addAll(alone);
        return all;
    }

    /// Relies on the driver to send all statements before it reads the first result.
    private void answer(Connection connection, List<PendingRead<K, A>> batch) throws SQLException {
        if (database.isClusterNode) {
            var statements = new StringJoiner(";");
            for (var read : batch) {
                var written = new Parameters.Written(sql);
                values.set(written, read.key);
                statements.add(written.statement());
            }
            try (var statement = connection.createStatement()) {
                statement.execute(statements.toString());
                answer(statement, batch);
            }
        } else {
            var joinedSql = joined.get(Integer.numberOfTrailingZeros(batch.size()));
            try (var statement = connection.prepareStatement(joinedSql)) {
                var parameters = new Parameters.Prepared(statement);
                for (var read : batch) {
                    values.set(parameters, read.key);
                }
                statement.execute();
                answer(statement, batch);
            }
        }
    }

    private void answer(Statement executed, List<PendingRead<K, A>> batch) throws SQLException {
        for (var read : batch) {
            try (var results = executed.getResultSet()) {
                read.answered(rows.read(results));
            }
            executed.getMoreResults();
        }
        answeredAt = System.nanoTime();
    }

    private synchronized void release() {
        var next = alone.isEmpty() ? waiting.poll() : alone.poll();
        if (next == null) {
            executing--;
        } else {
            next.makeNext();
        }
    }
}
