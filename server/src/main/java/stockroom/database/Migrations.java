package stockroom.database;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings the schema up to this version; nodes that start together wait for one another. Servers of the version before
/// go on meanwhile (docs/adding-a-migration.md): a migration that does not get a lock soon gives up, lets pass
/// those who wait behind it, and is tried again.
public final class Migrations {
    private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);
    private static final Duration LOCK_TIMEOUT = Duration.ofMillis(500);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final int MAX_TRIES = 600;
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private Migrations() {}

    public static void run(DatabaseAddress address) {
        run(address, "classpath:db/migration");
    }

    static void run(DatabaseAddress address, String... locations) {
        var flyway = Flyway.configure()
                .dataSource(address.url(), address.user(), address.password())
                .jdbcProperties(connectProperties(address))
                // its own lock in a transaction would keep CREATE INDEX CONCURRENTLY waiting for ever
                .configuration(Map.of("flyway.postgresql.transactional.lock", "false"))
                // an index that is built beside SET lock_timeout
                .mixed(true)
                .locations(locations)
                .load();
        for (int tried = 1; ; tried++) {
            try {
                flyway.migrate();
                return;
            } catch (FlywayException e) {
                if (tried == MAX_TRIES || !isLockTimeout(e)) {
                    throw e;
                }
                LOG.info("a migration waits for a lock that others hold, and is tried again");
                pause();
            }
        }
    }

    /// No time-out of a statement: building an index takes as long as it takes.
    private static Map<String, String> connectProperties(DatabaseAddress address) {
        var properties = address.connectProperties();
        var map = new HashMap<String, String>();
        properties.stringPropertyNames().forEach(name -> map.put(name, properties.getProperty(name)));
        map.put("options", "-c lock_timeout=" + LOCK_TIMEOUT.toMillis());
        return map;
    }

    private static boolean isLockTimeout(Throwable e) {
        for (var cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && LOCK_NOT_AVAILABLE.equals(sql.getSQLState())) {
                return true;
            }
        }
        return false;
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
