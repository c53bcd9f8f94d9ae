package stockroom.database;

import java.util.Map;
import java.util.stream.Collectors;
import org.flywaydb.core.Flyway;

/// Brings the schema up to this version; nodes that start together wait for one another.
public final class Migrations {
    private Migrations() {}

    public static void run(DatabaseAddress address) {
        Flyway.configure()
                .dataSource(address.url(), address.user(), address.password())
                .jdbcProperties(connectProperties(address))
                .locations("classpath:db/migration")
                .load()
                .migrate();
    }

    /// No time-out of a statement: building an index takes as long as it takes.
    private static Map<String, String> connectProperties(DatabaseAddress address) {
        var properties = address.connectProperties();
        return properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, properties::getProperty));
    }
}
