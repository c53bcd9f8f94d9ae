package stockroom.database.schema;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.database.DatabaseAddress;
import stockroom.database.SqlState;

/// Brings the schema up to this version; nodes that start together wait for one another. Servers of the version before
/// go on meanwhile (docs/adding-a-migration.md): a migration that does not get a lock soon gives up, lets pass
/// those who wait behind it, and is tried again. So is a database that does not answer yet, as where both are started
/// by one boot.
public final class Migrations {
    private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);
    private static final Duration LOCK_TIMEOUT = Duration.ofMillis(500);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final int MAX_TRIES = 600;
    private static final Duration WAIT_FOR_DATABASE = Duration.ofSeconds(20);
    private static final String OURS = "classpath:db/migration";
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private Migrations() {}

    /// At the start of a server, as the owner of the schema.
    ///
    /// @param runtime the role that serves, perhaps the same
    public static void run(DatabaseAddress owner, String runtime) {
        run(owner, WAIT_FOR_DATABASE, OURS);
        grant(owner, runtime, WAIT_FOR_DATABASE);
    }

    /// For a command, whose operator need not wait to hear that the database does not answer.
    public static void runNow(DatabaseAddress owner, String runtime) {
        run(owner, Duration.ZERO, OURS);
        grant(owner, runtime, Duration.ZERO);
    }

    private static void grant(DatabaseAddress owner, String runtime, Duration wait) {
        if (runtime.equals(owner.user())) {
            return;
        }
        untilDone(owner, wait, () -> {
            try (var connection = owner.connect()) {
                Grants.run(connection, runtime, false);
            }
        });
    }

    /// @param wait for a database that does not answer
    static void run(DatabaseAddress address, Duration wait, String... locations) {
        var flyway = Flyway.configure()
                .dataSource(address.url(), address.user(), address.password())
                .jdbcProperties(connectProperties(address))
                // its own lock in a transaction would keep CREATE INDEX CONCURRENTLY waiting for ever
                .configuration(Map.of("flyway.postgresql.transactional.lock", "false"))
                // an index that is built beside SET lock_timeout
                .mixed(true)
                .locations(locations)
                .load();
        untilDone(address, wait, flyway::migrate);
    }

    interface Step {
        void run() throws SQLException;
    }

    /// Tries a step again while the database does not answer, or others hold a lock that it needs.
    static void untilDone(DatabaseAddress address, Duration wait, Step step) {
        boolean answered = true;
        long until = System.nanoTime() + wait.toNanos();
        for (int tried = 1; ; tried++) {
            try {
                step.run();
                return;
            } catch (FlywayException | SQLException e) {
                var state = SqlState.of(e);
                if (state.isConnectionLost() && System.nanoTime() < until) {
                    if (answered) {
                        LOG.info("the database does not answer: trying for {} s ({})", wait.toSeconds(), address);
                    }
                    answered = false;
                } else if (state.code().equals(LOCK_NOT_AVAILABLE) && tried < MAX_TRIES) {
                    LOG.info("a migration waits for a lock that others hold, and is tried again");
                } else if (isOvertaken(e) && tried < MAX_TRIES) {
                    LOG.info("another has just changed the same row of the catalogue: the migration is tried again");
                } else {
                    throw UnusableDatabaseException.of(address, e);
                }
                pause();
            }
        }
    }

    /// Databases of one cluster that are set up at once change the same row, since they share roles. PostgreSQL
    /// has no code for it, and Citus passes on the words of a worker alone.
    private static boolean isOvertaken(Exception e) {
        return String.valueOf(e.getMessage()).contains("tuple concurrently updated");
    }

    /// No time-out of a statement: building an index takes as long as it takes.
    private static Map<String, String> connectProperties(DatabaseAddress address) {
        var properties = address.connectProperties();
        var map = new HashMap<String, String>();
        properties.stringPropertyNames().forEach(name -> map.put(name, properties.getProperty(name)));
        map.put("options", "-c lock_timeout=" + LOCK_TIMEOUT.toMillis());
        return map;
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
