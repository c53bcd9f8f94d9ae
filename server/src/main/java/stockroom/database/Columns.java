package stockroom.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Values of a row that the driver has no method for.
public final class Columns {
    private Columns() {}

    public static Instant time(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    /// A time that may be missing.
    public static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        var time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    /// An array without NULL in it; empty where there is none.
    public static List<Integer> numbers(ResultSet row, String column) throws SQLException {
        var array = row.getArray(column);
        return array == null ? List.of() : List.of((Integer[]) array.getArray());
    }

    /// An array without NULL in it; empty where there is none.
    public static List<String> texts(ResultSet row, String column) throws SQLException {
        var array = row.getArray(column);
        return array == null ? List.of() : List.of((String[]) array.getArray());
    }

    /// An array that may have NULL in it; null where there is none.
    @SuppressWarnings("unchecked")
    public static <E extends @Nullable Object> @Nullable List<E> list(ResultSet row, String column)
            throws SQLException {
        var array = row.getArray(column);
        return array == null ? null : Arrays.asList((E[]) array.getArray());
    }
}
