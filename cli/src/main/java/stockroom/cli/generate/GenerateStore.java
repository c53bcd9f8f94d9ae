package stockroom.cli.generate;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.postgresql.PGConnection;
import stockroom.cli.CommandFailure;
import stockroom.cli.ExitCode;

/// One connection to the database that is filled, and all the SQL there is for it.
final class GenerateStore implements AutoCloseable {
    private static final String MIGRATED = """
            SELECT count(*) = 9 FROM unnest(ARRAY['merchant', 'bound_store', 'account', 'access_token', 'product',
                'product_owner', 'product_block', 'colour', 'stock_entry']) AS wanted (name)
            WHERE to_regclass(wanted.name) IS NOT NULL
            """;

    private static final String APPLICATION = "SELECT EXISTS (SELECT FROM application WHERE application_id = ?)";

    private static final String NOW = "SELECT now()::text, (now() + interval '1 year')::text";

    /// The ids of an identity column, or of the sequence of that name, drawn one by one and told as runs of neighbours.
    private static final String DRAW = """
            SELECT min(id), count(*)
            FROM (SELECT id, id - row_number() OVER (ORDER BY id) AS run
                  FROM (SELECT nextval(?::regclass) AS id FROM generate_series(1, ?)) drawn) numbered
            GROUP BY run ORDER BY min(id)
            """;

    private static final String IDENTITY = "SELECT pg_get_serial_sequence(?, ?)";

    /// So that the server's statements are planned well from the first call on.
    private static final String ANALYZE =
            "ANALYZE merchant, bound_store, account, access_token, product, product_owner, product_block, colour,"
                    + " stock_entry";

    static final String PRODUCT_IDS = "product_id";

    private final DatabaseAddress address;
    private final Connection connection;

    GenerateStore(DatabaseAddress address) {
        this.address = address;
        var properties = new Properties();
        properties.setProperty("user", address.user());
        properties.setProperty("password", address.password().reveal());
        properties.setProperty("ApplicationName", "stockroom generate");
        try {
            this.connection = DriverManager.getConnection(address.url(), properties);
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private CommandFailure failed(SQLException e) {
        var state = e.getSQLState();
        // connection, resources, operator intervention: nothing that is wrong with what was asked
        boolean away = state == null || state.startsWith("08") || state.startsWith("53") || state.startsWith("57");
        return new CommandFailure(
                away ? ExitCode.UNREACHABLE : ExitCode.REFUSED, "%s: %s".formatted(address.shown(), e.getMessage()));
    }

    /// When the data is made and when its tokens expire, by the database's clock.
    record Times(String now, String inAYear) {}

    boolean migrated() {
        try (var statement = connection.createStatement();
                var answer = statement.executeQuery(MIGRATED)) {
            return answer.next() && answer.getBoolean(1);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    boolean hasApplication(long application) {
        try (var statement = connection.prepareStatement(APPLICATION)) {
            statement.setLong(1, application);
            try (var answer = statement.executeQuery()) {
                return answer.next() && answer.getBoolean(1);
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    Times times() {
        try (var statement = connection.createStatement();
                var answer = statement.executeQuery(NOW)) {
            answer.next();
            return new Times(answer.getString(1), answer.getString(2));
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /// The sequence behind an identity column.
    String sequenceOf(String table, String column) {
        try (var statement = connection.prepareStatement(IDENTITY)) {
            statement.setString(1, table);
            statement.setString(2, column);
            try (var answer = statement.executeQuery()) {
                answer.next();
                return answer.getString(1);
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    List<Ids.Run> draw(String sequence, long count) {
        var runs = new ArrayList<Ids.Run>();
        try (var statement = connection.prepareStatement(DRAW)) {
            statement.setString(1, sequence);
            statement.setLong(2, count);
            try (var answer = statement.executeQuery()) {
                while (answer.next()) {
                    runs.add(new Ids.Run(answer.getLong(1), answer.getLong(2)));
                }
            }
        } catch (SQLException e) {
            throw failed(e);
        }
        commit();
        return runs;
    }

    void copy(FilledTable table, CopyRows rows) {
        try {
            copyIn(table, rows);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private void copyIn(FilledTable table, CopyRows rows) throws SQLException {
        var copy = connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("COPY " + table.columns() + " FROM STDIN (ENCODING 'UTF8')");
        try {
            copy.writeToCopy(rows.bytes(), 0, rows.length());
            copy.endCopy();
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    void commit() {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    void analyze() {
        try (var statement = connection.createStatement()) {
            statement.execute(ANALYZE);
        } catch (SQLException e) {
            throw failed(e);
        }
        commit();
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failed(e);
        }
    }
}
