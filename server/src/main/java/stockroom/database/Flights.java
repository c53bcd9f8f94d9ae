package stockroom.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Reads of many callers, sent to the database in flights. A caller that finds a flight free takes off at once and
/// alone; those that come while all are in the air wait, and leave together with the next one, each with a
/// statement of its own in one round trip. So nobody waits for company, and the more callers there are, the less each
/// of them costs (docs/decisions/0011). Each caller waits for as long as its own [Deadline] allows and no longer.
///
/// @param <K> what is asked for
/// @param <A> the answer
public final class Flights<K, A> {
    /// More do not get cheaper. A power of two.
    private static final int MOST_SEATS = 16;
    /// When so many wait, and have waited so long, the reads are stuck, and one more would only wait in vain and take
    /// room that requests of other kinds need.
    private static final int MANY_WAITING = 256;

    private static final Duration STUCK = Duration.ofSeconds(1);

    private final Database database;
    private final String name;
    /// The statement once, twice, four times … joined, so that the driver finds it prepared.
    private final List<String> joined;

    private final Values<K> values;
    private final Rows<A> rows;
    private final Deque<Seat<K, A>> waiting = new ArrayDeque<>();
    private int inTheAir;

    /// @param name of the read, for traces
    /// @param sql one statement, its parameters written `?`
    Flights(Database database, String name, String sql, Values<K> values, Rows<A> rows) {
        this.database = database;
        this.name = name;
        this.joined = IntStream.rangeClosed(0, Integer.numberOfTrailingZeros(MOST_SEATS))
                .mapToObj(power -> String.join(";", Collections.nCopies(1 << power, sql.strip())))
                .toList();
        this.values = values;
        this.rows = rows;
    }

    /// The values of the statement's parameters, in their order.
    @FunctionalInterface
    public interface Values<K> {
        void set(Parameters parameters, K key) throws SQLException;
    }

    /// The answer, from all rows of one caller.
    @FunctionalInterface
    public interface Rows<A> {
        A read(ResultSet rows) throws SQLException;
    }

    /// Parameters of one caller's statement, set one after the other.
    public static final class Parameters {
        private final PreparedStatement statement;
        private int last;

        Parameters(PreparedStatement statement) {
            this.statement = statement;
        }

        public Parameters next(long value) throws SQLException {
            statement.setLong(++last, value);
            return this;
        }

        public Parameters next(int value) throws SQLException {
            statement.setInt(++last, value);
            return this;
        }

        public Parameters next(byte[] value) throws SQLException {
            statement.setBytes(++last, value);
            return this;
        }
    }

    public A read(K key) {
        return database.traced(name, () -> {
            var seat = new Seat<K, A>(key, database.longestRead());
            for (boolean flies = boards(seat); flies || waitsAndIsToFly(seat); flies = false) {
                fly(seat);
            }
            return seat.answer();
        });
    }

    /// Whether it is this caller's turn to fly; else the question is answered, or the caller's time is up.
    private boolean waitsAndIsToFly(Seat<K, A> seat) {
        seat.await();
        if (seat.isDone()) {
            return false;
        }
        if (seat.isOverdue()) {
            leave(seat);
            return false;
        }
        seat.state = Seat.State.WAITING;
        return true;
    }

    /// Goes without an answer. If it is on its way, nobody reads it; if the caller was to fly, the next one does.
    private void leave(Seat<K, A> seat) {
        boolean wasToFly;
        synchronized (this) {
            waiting.remove(seat);
            wasToFly = seat.state == Seat.State.TO_FLY;
            seat.failed(new DatabaseFailure.Busy(new TimeoutException("the read was not answered in time")));
        }
        if (wasToFly) {
            land();
        }
    }

    /// Whether a flight is free for this caller; else the caller waits.
    private synchronized boolean boards(Seat<K, A> seat) {
        if (inTheAir < database.mostFlights()) {
            inTheAir++;
            return true;
        }
        if (waiting.size() >= MANY_WAITING && waiting.getFirst().hasWaited(STUCK)) {
            throw new DatabaseFailure.Busy(new TimeoutException("too many wait for this read already"));
        }
        waiting.add(seat);
        return false;
    }

    /// The caller in the first seat flies, and takes along who has come to wait by the time it has a connection.
    private void fly(Seat<K, A> first) {
        var seats = new ArrayList<Seat<K, A>>(List.of(first));
        var boarded = new AtomicBoolean();
        try {
            database.connected(name, connection -> {
                board(seats);
                boarded.set(true);
                answer(connection, seats);
                return null;
            });
        } catch (RuntimeException | Error e) {
            if (!boarded.get()) {
                stranded(first, e);
            } else if (e instanceof DatabaseFailure failure && failure.isTimeout()) {
                seats.forEach(seat -> seat.failed(e));
            } else {
                askedAgain(seats, e);
            }
        } finally {
            // whatever happened, an Error while failing too: nobody is left waiting
            seats.removeIf(Seat::isDone);
            seats.forEach(seat -> seat.failed(new IllegalStateException("the flight did not land")));
            land();
        }
    }

    /// Flights come in powers of two, so that few statements are prepared. Those who are to fly alone stand in front.
    /// One
    /// who has little time left takes nobody along, since the flight ends with it.
    private synchronized void board(List<Seat<K, A>> seats) {
        if (seats.getFirst().alone
                || seats.getFirst().isOverdueIn(STUCK)
                || (!waiting.isEmpty() && waiting.getFirst().alone)) {
            return;
        }
        int leaving = Integer.highestOneBit(Math.min(waiting.size() + 1, MOST_SEATS));
        while (seats.size() < leaving) {
            seats.add(waiting.remove());
        }
    }

    /// One of them is at fault, and the others must not suffer for it: each is asked once more, alone.
    private synchronized void askedAgain(List<Seat<K, A>> seats, Throwable why) {
        if (seats.size() == 1) {
            seats.getFirst().failed(why);
            return;
        }
        seats.removeIf(Seat::isDone);
        for (var seat : seats) {
            seat.alone = true;
            waiting.addFirst(seat);
        }
        seats.clear();
    }

    /// There was no connection to be had, so those who wait would wait for the next one in vain; unless it was only
    /// that the first one was interrupted, or had no time left.
    private void stranded(Seat<K, A> first, Throwable why) {
        first.failed(why);
        if (!Thread.currentThread().isInterrupted() && !first.isOverdue()) {
            allWaiting().forEach(seat -> seat.failed(why));
        }
    }

    /// Called now and then. A timer for each caller would cost more than the read.
    synchronized void wakeOverdue() {
        for (var seat : waiting) {
            if (seat.isOverdue()) {
                LockSupport.unpark(seat.caller);
            }
        }
    }

    private synchronized List<Seat<K, A>> allWaiting() {
        var all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }

    private void answer(Connection connection, List<Seat<K, A>> seats) throws SQLException {
        // the driver sends all the statements before it reads the first result
        var sql = joined.get(Integer.numberOfTrailingZeros(seats.size()));
        try (var statement = connection.prepareStatement(sql)) {
            var parameters = new Parameters(statement);
            for (var seat : seats) {
                values.set(parameters, seat.key);
            }
            statement.execute();
            for (var seat : seats) {
                try (var results = statement.getResultSet()) {
                    seat.answered(rows.read(results));
                }
                statement.getMoreResults();
            }
        }
    }

    /// Hands the flight over to the one who has waited longest.
    private synchronized void land() {
        var next = waiting.poll();
        if (next == null) {
            inTheAir--;
        } else {
            next.isToFly();
        }
    }

    /// A caller, and what becomes of the question.
    private static final class Seat<K, A> {
        private final K key;
        private final Thread caller = Thread.currentThread();
        private final long since = System.nanoTime();
        private final long until;
        private volatile State state = State.WAITING;
        /// Guarded by the flights' lock.
        private boolean alone;

        private @Nullable A answer;
        private @Nullable Throwable failure;

        private enum State {
            WAITING,
            TO_FLY,
            DONE
        }

        Seat(K key, Duration longest) {
            this.key = key;
            this.until = since + Deadline.nanosLeft(longest);
        }

        /// Until this caller is answered, is to fly, or has no time left, which [Flights#wakeOverdue] tells it.
        void await() {
            boolean interrupted = false;
            while (state == State.WAITING && !isOverdue()) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        boolean isOverdue() {
            return isOverdueIn(Duration.ZERO);
        }

        boolean isOverdueIn(Duration time) {
            return System.nanoTime() + time.toNanos() - until >= 0;
        }

        boolean hasWaited(Duration time) {
            return System.nanoTime() - since > time.toNanos();
        }

        boolean isDone() {
            return state == State.DONE;
        }

        void isToFly() {
            become(State.TO_FLY);
        }

        void answered(A found) {
            answer = found;
            become(State.DONE);
        }

        /// What is answered already stays so.
        void failed(Throwable why) {
            if (state != State.DONE) {
                failure = why;
                become(State.DONE);
            }
        }

        private void become(State next) {
            state = next;
            LockSupport.unpark(caller);
        }

        A answer() {
            switch (failure) {
                case null -> {}
                case Error error -> throw error;
                case RuntimeException exception -> throw exception;
                default -> throw new IllegalStateException(failure);
            }
            return Objects.requireNonNull(answer);
        }
    }
}
