package stockroom.database.schema;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.flywaydb.core.Flyway;
import stockroom.database.DatabaseAddress;

/// Brings the schema up to this version; nodes that start together wait for one another. Servers of the version before
/// go on meanwhile (docs/adding-a-migration.md): a migration that does not get a lock soon gives up, lets pass
/// those who wait behind it, and is tried again.
public final class Migrations {
    private static final Duration LOCK_TIMEOUT = Duration.ofMillis(500);
    private static final String OURS = "classpath:db/migration";

    private Migrations() {}

    /// Migrates as the owner of the schema, and grants what the role that serves lacks.
    ///
    /// @param runtime the role that serves, perhaps the same
    public static void run(DatabaseAddress owner, String runtime, Retries retries) {
        run(owner, retries, OURS);
        if (!runtime.equals(owner.user())) {
            retries.untilDone(owner, () -> {
                try (var connection = owner.connect()) {
                    Grants.run(connection, runtime, false);
                }
            });
        }
    }

    static void run(DatabaseAddress address, Retries retries, String... locations) {
        var flyway = Flyway.configure()
                .dataSource(address.url(), address.user(), address.password())
                .jdbcProperties(connectProperties(address))
                // its own lock in a transaction would keep CREATE INDEX CONCURRENTLY waiting for ever
                .configuration(Map.of("flyway.postgresql.transactional.lock", "false"))
                // an index that is built beside SET lock_timeout
                .mixed(true)
                .locations(locations)
                .load();
        retries.untilDone(address, flyway::migrate);
    }

    /// No time-out of a statement: building an index takes as long as it takes. And no warnings: before the tables are
    /// distributed, Citus warns of the view on one.
    private static Map<String, String> connectProperties(DatabaseAddress address) {
        var properties = address.connectProperties();
        var map = new HashMap<String, String>();
        properties.stringPropertyNames().forEach(name -> map.put(name, properties.getProperty(name)));
        map.put("options", "-c client_min_messages=error -c lock_timeout=" + LOCK_TIMEOUT.toMillis());
        return map;
    }
}
