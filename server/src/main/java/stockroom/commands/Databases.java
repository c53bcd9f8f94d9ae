package stockroom.commands;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.config.Secret;
import stockroom.config.Settings;
import stockroom.database.Database;
import stockroom.database.DatabaseAddress;
import stockroom.database.schema.Migrations;
import stockroom.database.schema.Retries;

public record Databases(Settings.Database settings) {
    private static final Logger LOG = LoggerFactory.getLogger(Databases.class);
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final Retries OF_SERVER = new Retries(WAIT, LOG::warn);
    private static final Retries OF_COMMAND =
            new Retries(WAIT, line -> System.err.println("stockroom-server: " + line));

    /// Leaves time for work that changes all merchants, large COPYs, and ANALYZE of large tables.
    private static final Duration STATEMENT_TIMEOUT_OF_OWNER = Duration.ofMinutes(10);

    public DatabaseAddress address() {
        return new DatabaseAddress(settings.requireUrl(), settings.user(), revealed(settings.password()));
    }

    /// Allows more time to connect, for starts and commands.
    private DatabaseAddress firstAddress() {
        return address(settings.user(), settings.password(), false);
    }

    DatabaseAddress ownersAddress() {
        return settings.owner()
                .map(owner -> address(owner, settings.ownerPassword(), true))
                .orElseGet(this::firstAddress);
    }

    private DatabaseAddress address(String user, Optional<Secret> password, boolean isOwner) {
        return new DatabaseAddress(settings.requireUrl(), user, revealed(password), isOwner, settings.connectTimeout());
    }

    private static String revealed(Optional<Secret> password) {
        return password.map(Secret::reveal).orElse("");
    }

    public Database open(String name, int poolSize, MeterRegistry metrics, OpenTelemetry telemetry) {
        return new Database(address(), pool(name, poolSize), metrics, telemetry);
    }

    /// Opens the pool for requests, with connections to all nodes of a cluster unless the settings forbid it.
    public Database openToServe(MeterRegistry metrics, OpenTelemetry telemetry) {
        var pool = pool("stockroom", settings.poolSize());
        return settings.merchantNodes()
                ? Database.ofCluster(address(), pool, metrics, telemetry)
                : new Database(address(), pool, metrics, telemetry);
    }

    private Database.Pool pool(String name, int size) {
        return new Database.Pool(name, size, settings.waitTime(), settings.statementTimeout());
    }

    Database open() {
        return ofCommand(firstAddress(), 1, settings.statementTimeout());
    }

    Database openAsOwner(int poolSize) {
        return ofCommand(ownersAddress(), poolSize, STATEMENT_TIMEOUT_OF_OWNER);
    }

    private static Database ofCommand(DatabaseAddress address, int poolSize, Duration statementTimeout) {
        OF_COMMAND.awaitAnswer(address);
        var pool = new Database.Pool("command", poolSize, WAIT, statementTimeout);
        return new Database(address, pool, new SimpleMeterRegistry(), OpenTelemetry.noop());
    }

    /// Waits for the database. Fails if it refuses the serving role.
    public void prepareToServe() {
        if (settings.migrate()) {
            Migrations.run(ownersAddress(), settings.user(), OF_SERVER);
        }
        OF_SERVER.awaitAnswer(firstAddress());
    }

    void migrate() {
        Migrations.run(ownersAddress(), settings.user(), OF_COMMAND);
    }

    void migrateIfServersDo() {
        if (settings.migrate()) {
            migrate();
        }
    }
}
