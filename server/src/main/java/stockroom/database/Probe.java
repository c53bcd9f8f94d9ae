package stockroom.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Asks whether the database answers, over a connection of its own: a busy pool is no sign of a database that is gone,
/// nor is an idle one of a database that is there. Not for several threads at once.
public final class Probe implements AutoCloseable {
    private final DatabaseAddress address;
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
    /// @param within how long connecting and asking may take together
    /// @throws DatabaseFailure when there is no answer in time
    /// @throws IllegalStateException when the database refuses the query
    public <A> Optional<A> first(String sql, Row<A> row, Duration within) {
        try {
            return first(connected(System.nanoTime() + within.toNanos()), sql, row);
        } catch (SQLException e) {
            close();
            throw SqlState.understood(e);
        }
    }

    private Connection connected(long until) throws SQLException {
        if (connection == null) {
            var properties = address.properties(Duration.ofSeconds(1));
            properties.setProperty("loginTimeout", Double.toString(millisTo(until) / 1_000.0));
            connection = DriverManager.getConnection(address.url(), properties);
        }
        connection.setNetworkTimeout(Runnable::run, millisTo(until));
        return connection;
    }

    /// At least one; 0 would mean without end.
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
