package stockroom.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Checks the database on its own connection, since the pool does not show its state. It is not thread-safe.
public final class Probe implements AutoCloseable {
    private final DatabaseAddress address;
    private @Nullable Connection connection;

    public Probe(DatabaseAddress address) {
        this.address = address;
    }

    @FunctionalInterface
    public interface Row<A> {
        A read(ResultSet row) throws SQLException;
    }

    /// `within` limits connecting and reading together.
    /// @throws DatabaseFailure if the database does not respond in time
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

    /// Returns at least 1, since 0 would wait without limit.
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
                // the connection was broken already
            }
            connection = null;
        }
    }
}
