package stockroom.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Asks whether the database answers, over a connection of its own: a busy pool is no sign of a database that is gone,
/// nor is an idle one of a database that is there.
public final class Probe implements AutoCloseable {
    private static final Duration ANSWER_WITHIN = Duration.ofMillis(800);

    private final DatabaseAddress address;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Connection connection;

    public Probe(DatabaseAddress address) {
        this.address = address;
    }

    /// Reads the first row, if there is one.
    @FunctionalInterface
    public interface Row<A> {
        A read(ResultSet row) throws SQLException;
    }

    /// The first row of a query.
    ///
    /// @throws DatabaseFailure when there is no answer within a second
    /// @throws IllegalStateException when the database refuses the query
    public <A> Optional<A> first(String sql, Row<A> row) {
        long until = System.nanoTime() + ANSWER_WITHIN.toNanos();
        try {
            if (!lock.tryLock(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new DatabaseFailure.Down(new SQLException("another probe has not been answered yet"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseFailure.Busy(e);
        }
        try {
            return first(connected(until), sql, row);
        } catch (SQLException e) {
            close();
            throw Database.understood(e);
        } finally {
            lock.unlock();
        }
    }

    private Connection connected(long until) throws SQLException {
        if (connection == null) {
            var properties = address.properties(ANSWER_WITHIN);
            properties.setProperty("loginTimeout", Double.toString(millisTo(until) / 1_000.0));
            connection = DriverManager.getConnection(address.url(), properties);
        }
        connection.setNetworkTimeout(Runnable::run, millisTo(until));
        return connection;
    }

    /// At least one; 0 would mean for ever.
    private static int millisTo(long until) {
        return (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime()));
    }

    private static <A> Optional<A> first(Connection connection, String sql, Row<A> row) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            return rows.next() ? Optional.of(row.read(rows)) : Optional.empty();
        }
    }

    @Override
    public void close() {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                // it was broken already
            }
            connection = null;
        }
    }
}
