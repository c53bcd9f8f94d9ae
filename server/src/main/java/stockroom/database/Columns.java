package stockroom.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

public final class Columns {
    private Columns() {}

    public static Instant time(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    public static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        var time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    /// The array must have no NULL elements. Returns an empty list for a NULL array.
    public static List<Integer> numbers(ResultSet row, String column) throws SQLException {
        var array = row.getArray(column);
        return array == null ? List.of() : List.of((Integer[]) array.getArray());
    }

    public static List<String> texts(ResultSet row, String column) throws SQLException {
        var array = row.getArray(column);
        return array == null ? List.of() : List.of((String[]) array.getArray());
    }

    @SuppressWarnings("unchecked")
    public static <E extends @Nullable Object> @Nullable List<E> list(ResultSet row, String column)
            throws SQLException {
        var array = row.getArray(column);
        return array == null ? null : Arrays.asList((E[]) array.getArray());
    }
}
