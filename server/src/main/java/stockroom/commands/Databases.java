package stockroom.commands;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Duration;
import stockroom.config.Secret;
import stockroom.config.Settings;
import stockroom.database.Database;
import stockroom.database.DatabaseAddress;
import stockroom.database.schema.Migrations;

/// The database of the settings, as the role that serves and as the one that owns the tables.
public record Databases(Settings.Database settings) {
    /// For what changes all merchants, COPY of thousands of rows, and ANALYZE of large tables.
    private static final Duration STATEMENT_TIMEOUT_OF_OWNER = Duration.ofMinutes(10);

    public DatabaseAddress address() {
        return new DatabaseAddress(
                settings.requireUrl(),
                settings.user(),
                settings.password().map(Secret::reveal).orElse(""));
    }

    public DatabaseAddress ownersAddress() {
        var address = address();
        return settings.owner()
                .map(owner -> new DatabaseAddress(
                        address.url(),
                        owner,
                        settings.ownerPassword().map(Secret::reveal).orElse("")))
                .orElse(address);
    }

    /// As the role that serves.
    ///
    /// @param name for the metrics
    public Database open(String name, int poolSize, MeterRegistry metrics, OpenTelemetry telemetry) {
        var pool = new Database.Pool(name, poolSize, settings.waitTime(), settings.statementTimeout());
        return new Database(address(), pool, metrics, telemetry);
    }

    /// For callers, with connections to all nodes of a cluster unless the settings forbid it.
    public Database openToServe(MeterRegistry metrics, OpenTelemetry telemetry) {
        if (!settings.merchantNodes()) {
            return open("stockroom", settings.poolSize(), metrics, telemetry);
        }
        var pool =
                new Database.Pool("stockroom", settings.poolSize(), settings.waitTime(), settings.statementTimeout());
        return Database.ofCluster(address(), pool, metrics, telemetry);
    }

    /// For a command that may do no more than a server.
    Database open() {
        return open("command", 1, new SimpleMeterRegistry(), OpenTelemetry.noop());
    }

    Database openAsOwner(int poolSize) {
        var pool = new Database.Pool("command", poolSize, settings.waitTime(), STATEMENT_TIMEOUT_OF_OWNER);
        return new Database(ownersAddress(), pool, new SimpleMeterRegistry(), OpenTelemetry.noop());
    }

    /// Waits for a database that does not answer yet.
    public void migrateAtStart() {
        if (settings.migrate()) {
            Migrations.run(ownersAddress(), settings.user());
        }
    }

    void migrate() {
        Migrations.runNow(ownersAddress(), settings.user());
    }

    /// For a command that may be the first to use the database.
    void migrateIfServersDo() {
        if (settings.migrate()) {
            migrate();
        }
    }
}
