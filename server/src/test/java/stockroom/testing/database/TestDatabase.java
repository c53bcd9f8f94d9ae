package stockroom.testing.database;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import stockroom.database.DatabaseAddress;
import stockroom.database.schema.Distribution;
import stockroom.database.schema.Migrations;
import stockroom.database.schema.Retries;
import stockroom.demo.EmbeddedDatabase;

/// Provides the PostgreSQL of all tests: an embedded one, or the one in `TEST_DATABASE`
/// (`jdbc:postgresql://host:port/name?user=…`), which with `TEST_CITUS_WORKERS` (`host:port host:port`) is the
/// coordinator of a Citus cluster. Each test class gets its own database.
public final class TestDatabase {
    private static final AtomicInteger COUNT = new AtomicInteger();
    /// There are few shards, since making them takes most of a short test's time.
    private static final int SHARDS = 4;

    /// These are the roles of docs/install.md for migrating, serving and read-only access.
    public static final String OWNER = "stockroom_owner";

    public static final String RUNTIME = "stockroom";

    public static final String READ = "stockroom_read";

    private static final Retries RETRIES = new Retries(Duration.ofSeconds(30), _ -> {});

    private static final String SUPERUSER = "postgres";

    private static final Optional<String> WORKERS = Optional.ofNullable(System.getenv("TEST_CITUS_WORKERS"));
    private static @Nullable DatabaseAddress server;
    private static @Nullable String template;

    private TestDatabase() {}

    public static DatabaseAddress fresh() {
        prepareRoles(server());
        var name = newName();
        var fresh = create(name, "template1");
        WORKERS.ifPresent(workers -> cluster(fresh, name, List.of(workers.split(" "))));
        return fresh;
    }

    private static String newName() {
        return "test_%d_%d".formatted(ProcessHandle.current().pid(), COUNT.incrementAndGet());
    }

    private static DatabaseAddress create(String name, String template) {
        execute(server(), "CREATE DATABASE %s OWNER %s TEMPLATE %s".formatted(name, OWNER, template));
        var created = address(name);
        prepareDatabase(created, name);
        return created;
    }

    private static DatabaseAddress address(String name) {
        var address = server();
        return new DatabaseAddress(
                address.url().replaceFirst("/[^/?]+(\\?|$)", "/" + name + "$1"), address.user(), address.password());
    }

    /// Creates missing roles and returns the settings that name them.
    public static Map<String, String> roles(DatabaseAddress address) {
        if (!address.user().equals(SUPERUSER)) {
            return Map.of("STOCKROOM_DATABASE_USER", address.user());
        }
        prepareRoles(address);
        if (!query(address, "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()")
                .equals(OWNER)) {
            execute(address, """
                    DO $$BEGIN
                        EXECUTE format('ALTER DATABASE %%I OWNER TO %s', current_database());
                    END$$
                    """.formatted(OWNER));
        }
        return Map.of("STOCKROOM_DATABASE_USER", RUNTIME, "STOCKROOM_DATABASE_OWNER", OWNER);
    }

    private static void prepareDatabase(DatabaseAddress address, String name) {
        execute(address, "REVOKE TEMPORARY ON DATABASE %s FROM PUBLIC".formatted(name));
        execute(
                address,
                "ALTER DEFAULT PRIVILEGES FOR ROLE %s IN SCHEMA public GRANT SELECT ON TABLES TO %s"
                        .formatted(OWNER, READ));
    }

    private static void prepareRoles(DatabaseAddress server) {
        for (var role : List.of(OWNER, RUNTIME, READ)) {
            execute(server, """
                    DO $$BEGIN
                        CREATE ROLE %s LOGIN;
                    EXCEPTION WHEN duplicate_object OR unique_violation THEN
                        -- another test was first
                    END$$
                    """.formatted(role));
        }
    }

    public static DatabaseAddress owner(DatabaseAddress address) {
        return new DatabaseAddress(address.url(), OWNER, address.password());
    }

    public static boolean isCluster() {
        return WORKERS.isPresent();
    }

    /// Returns a database with the schema, distributed on a cluster.
    public static DatabaseAddress migrated() {
        if (WORKERS.isEmpty()) {
            return create(newName(), template());
        }
        // creating a function makes Citus alter roles on all nodes, which two processes cannot do at once
        var server = server();
        try (var connection = DriverManager.getConnection(server.url(), server.user(), server.password());
                var statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(1)");
            var address = fresh();
            Migrations.run(owner(address), RUNTIME, RETRIES);
            Distribution.run(owner(address), RUNTIME);
            return address;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Copying a database with the schema is much faster than the migrations.
    private static synchronized String template() {
        if (template == null) {
            var address = fresh();
            Migrations.run(owner(address), RUNTIME, RETRIES);
            template = name(address);
        }
        return template;
    }

    /// Databases of the same name on every node form a cluster.
    private static void cluster(DatabaseAddress coordinator, String name, List<String> workers) {
        execute(coordinator, "CREATE EXTENSION citus");
        execute(coordinator, "ALTER DATABASE %s SET citus.shard_count = %d".formatted(name, SHARDS));
        var own = URI.create(coordinator.url().substring("jdbc:".length()));
        execute(coordinator, "SELECT citus_set_coordinator_host('%s', %d)".formatted(own.getHost(), own.getPort()));
        for (var worker : workers) {
            var url = coordinator.url().replace("%s:%d".formatted(own.getHost(), own.getPort()), worker);
            var postgres = new DatabaseAddress(url.replace(name, "postgres"), coordinator.user(), "");
            prepareRoles(postgres);
            execute(postgres, "CREATE DATABASE %s OWNER %s".formatted(name, OWNER));
            var there = new DatabaseAddress(url, coordinator.user(), "");
            prepareDatabase(there, name);
            execute(there, "CREATE EXTENSION citus");
            addNode(coordinator, worker.split(":"));
        }
    }

    /// A worker that is busy with another test's database may not respond to Citus in time.
    private static void addNode(DatabaseAddress coordinator, String[] hostAndPort) {
        await().atMost(1, MINUTES)
                .ignoreExceptions()
                .until(() -> query(coordinator, "SELECT citus_add_node('%s', %s)".formatted((Object[]) hostAndPort))
                                .length()
                        > 0);
    }

    private static synchronized DatabaseAddress server() {
        if (server == null) {
            server = Optional.ofNullable(System.getenv("TEST_DATABASE"))
                    .map(url -> new DatabaseAddress(url, SUPERUSER, ""))
                    .orElseGet(() -> new EmbeddedDatabase().address());
        }
        return server;
    }

    public static void execute(DatabaseAddress address, String sql) {
        try (var connection = DriverManager.getConnection(address.url(), address.user(), address.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /// Holds the locks that the statement takes, until closed.
    public static Connection holding(DatabaseAddress address, String sql) {
        try {
            var connection = DriverManager.getConnection(address.url(), address.user(), address.password());
            connection.setAutoCommit(false);
            try (var statement = connection.createStatement()) {
                statement.execute(sql);
            }
            return connection;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /// A database that allows no connections looks like a lost one. Existing connections are ended.
    public static void allowConnections(DatabaseAddress address, boolean allowed) {
        var name = name(address);
        execute(server(), "ALTER DATABASE %s ALLOW_CONNECTIONS %b".formatted(name, allowed));
        if (!allowed) {
            execute(
                    server(),
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'".formatted(name));
        }
    }

    private static String name(DatabaseAddress address) {
        return address.url().replaceFirst(".*/([^/?]+)(\\?.*)?$", "$1");
    }

    public static String query(DatabaseAddress address, String sql) {
        return queryAll(address, sql).getFirst();
    }

    public static List<String> queryAll(DatabaseAddress address, String sql) {
        try (var connection = DriverManager.getConnection(address.url(), address.user(), address.password());
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var found = new ArrayList<String>();
            while (rows.next()) {
                found.add(String.valueOf(rows.getString(1)));
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
