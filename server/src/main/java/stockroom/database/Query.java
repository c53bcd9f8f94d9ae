package stockroom.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Uses the driver directly, since the overhead of JDBI is a considerable part of a short read.
public final class Query {
    private final Connection connection;
    private final String sql;
    private final List<@Nullable Object> values = new ArrayList<>();

    public Query(Handle handle, String sql) {
        this.connection = handle.getConnection();
        this.sql = sql;
    }

    public Query with(@Nullable Object... next) {
        values.addAll(Arrays.asList(next));
        return this;
    }

    public Query withNumbers(Collection<Integer> numbers) throws SQLException {
        return with(connection.createArrayOf("int4", numbers.toArray(Integer[]::new)));
    }

    public Query withTexts(Collection<String> texts) throws SQLException {
        return with(connection.createArrayOf("text", texts.toArray(String[]::new)));
    }

    public <A> A read(BatchedRead.Rows<A> rows) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.size(); i++) {
                var value = values.get(i);
                statement.setObject(i + 1, value instanceof Instant time ? time.atOffset(ZoneOffset.UTC) : value);
            }
            try (var found = statement.executeQuery()) {
                return rows.read(found);
            }
        }
    }

    public <A> A readOne(BatchedRead.Rows<A> row) throws SQLException {
        return read(rows -> {
            rows.next();
            return row.read(rows);
        });
    }
}
