package stockroom.database;

import java.util.List;
import java.util.Optional;

public final class Records {
    private Records() {}

    public static <T> List<T> list(Database database, String name, Class<T> type, String sql, Object... values) {
        return database.run(
                name, handle -> handle.select(sql, values).mapTo(type).list());
    }

    public static <T> Optional<T> find(Database database, String name, Class<T> type, String sql, Object... values) {
        return database.run(
                name, handle -> handle.select(sql, values).mapTo(type).findOne());
    }
}
