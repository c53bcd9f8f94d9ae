package stockroom.database.schema;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.flywaydb.core.Flyway;
import stockroom.database.DatabaseAddress;

/// Migrates while servers of the previous version run (docs/adding-a-migration.md). Nodes that start together wait
/// for each other. A migration that gets no lock soon lets others pass and is retried.
public final class Migrations {
    private static final Duration LOCK_TIMEOUT = Duration.ofMillis(500);
    private static final String OURS = "classpath:db/migration";

    private Migrations() {}

    /// Also grants the serving role `runtime`, which may be the owner, the rights it lacks.
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
                // A transactional lock of Flyway would block CREATE INDEX CONCURRENTLY for ever.
                .configuration(Map.of("flyway.postgresql.transactional.lock", "false"))
                // This allows a migration to combine an index built outside a transaction with SET lock_timeout.
                .mixed(true)
                .locations(locations)
                .load();
        retries.untilDone(address, flyway::migrate);
    }

    /// Sets no statement time-out, as building an index takes long. Hides Citus' warnings of undistributed views.
    private static Map<String, String> connectProperties(DatabaseAddress address) {
        var properties = address.connectProperties();
        var map = new HashMap<String, String>();
        properties.stringPropertyNames().forEach(name -> map.put(name, properties.getProperty(name)));
        map.put("options", "-c client_min_messages=error -c lock_timeout=" + LOCK_TIMEOUT.toMillis());
        return map;
    }
}
