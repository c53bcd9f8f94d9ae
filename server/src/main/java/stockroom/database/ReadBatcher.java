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

/// Sends the reads of many callers to the database in batches. A caller that comes while fewer batches than allowed are
/// being executed reads at once and alone. Those that come later wait, and are read together with the next batch, each
/// with a statement of its own in one round trip. So nobody waits for company, and the more callers there are, the
/// less each of them costs (docs/decisions/0011). Each waits for as long as its own [Deadline] allows and no
/// longer. Callers take turns: one that asks for much at once waits behind its own reads, not before those of others.
///
/// @param <K> what is asked for
/// @param <A> the answer
final class ReadBatcher<K, A> implements BatchedRead<K, A> {
    /// Larger batches bring no further gain. A power of two.
    private static final int MAX_BATCH = 16;
    /// When this many wait, and none was answered for [#STUCK], the reads are stuck, and one more of a caller that
    /// waits
    /// for others already would only take room that requests of other kinds need.
    private static final int MANY_WAITING = 256;

    private static final Duration STUCK = Duration.ofSeconds(1);

    private final Database database;
    private final String name;
    private final String sql;
    /// The statement once, twice, four times … joined, so that the driver finds it prepared.
    private final List<String> joined;

    private final Values<K> values;
    private final Rows<A> rows;
    private final FairQueue<PendingRead<K, A>> waiting = new FairQueue<>();
    /// Those that must be executed alone come first.
    private final Deque<PendingRead<K, A>> alone = new ArrayDeque<>();
    /// Those in batches that are being executed: a batch may take longer than some of its callers have time for, since
    /// it is another's turn to execute it. Those that are done are dropped from time to time.
    private final List<PendingRead<K, A>> batched = new ArrayList<>();

    private int executing;
    private volatile long answeredAt;

    /// @param name of the read, for traces
    /// @param sql one statement, its parameters written `?`
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

    /// A batcher for each database, made when it is first needed.
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

    /// Whether this caller is to execute the next batch; else it is answered, or its time is up.
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

    /// Leaves without an answer. An answer that comes later is dropped; if the caller was to execute the next batch,
    /// another does.
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

    /// Whether this caller may execute a batch at once; else it waits.
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

    /// The first caller executes the batch, with the reads of all that wait by the time it has a connection.
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
                // an answer, too: the reads are not stuck
                answeredAt = System.nanoTime();
                askedAgain(batch, e);
            }
        } finally {
            // whatever happened, an Error while failing too: nobody is left waiting
            batch.removeIf(PendingRead::isDone);
            batch.forEach(read -> read.failed(new IllegalStateException("the batch ended without an answer")));
            release();
        }
    }

    /// Batches have sizes of powers of two, so that few statements are prepared. A caller with little time left
    /// executes its read alone, since the batch ends with its time.
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

    /// One of them is the cause, and the others must not suffer for it: each is asked once more, alone.
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

    /// There was no connection, so those who have waited as long fail, too; unless only the first caller was
    /// interrupted, or had no time left. Those who came later go on waiting: the database may be back.
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

    /// Called periodically. A timer for each caller would cost more than the read.
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

    /// The driver sends all the statements before it reads the first result.
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

    /// Lets the next in turn execute the next batch.
    private synchronized void release() {
        var next = alone.isEmpty() ? waiting.poll() : alone.poll();
        if (next == null) {
            executing--;
        } else {
            next.makeNext();
        }
    }
}
