package stockroom.database;

import java.util.List;
import java.util.Optional;

/// The rows of one statement, its parameters written `?`, each as a record or a value.
public final class Records {
    private Records() {}

    public static <T> List<T> list(Database database, String name, Class<T> type, String sql, Object... values) {
        return database.run(
                name, handle -> handle.select(sql, values).mapTo(type).list());
    }

    /// The only row, if there is one.
    public static <T> Optional<T> find(Database database, String name, Class<T> type, String sql, Object... values) {
        return database.run(
                name, handle -> handle.select(sql, values).mapTo(type).findOne());
    }
}
