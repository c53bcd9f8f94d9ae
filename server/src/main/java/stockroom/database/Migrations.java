package stockroom.database;

import java.util.Map;
import org.flywaydb.core.Flyway;

/// Brings the schema up to this version; nodes that start together wait for one another.
public final class Migrations {
    private Migrations() {}

    public static void run(DatabaseAddress address) {
        Flyway.configure()
                .dataSource(address.url(), address.user(), address.password())
                .jdbcProperties(Map.of("targetServerType", "primary"))
                .locations("classpath:db/migration")
                .load()
                .migrate();
    }
}
