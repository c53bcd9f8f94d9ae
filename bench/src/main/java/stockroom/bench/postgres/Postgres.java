package stockroom.bench.postgres;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import stockroom.bench.process.Failure;

/// Runs statements on the PostgreSQL of scripts/with-postgres, or on the cluster of scripts/with-citus.
public final class Postgres {
    private final String host = fromEnvironment("PGHOST");
    private final String user = fromEnvironment("PGUSER");
    private final String port;
    private final List<Postgres> workers;

    /// Uses the PostgreSQL at `PGPORT`.
    public Postgres() {
        this(fromEnvironment("PGPORT"), List.of());
    }

    private Postgres(String port, List<Postgres> workers) {
        this.port = port;
        this.workers = workers;
    }

    /// Uses the PostgreSQL at `SINGLE_PGPORT`, beside a cluster.
    public static Postgres single() {
        return new Postgres(fromEnvironment("SINGLE_PGPORT"), List.of());
    }

    /// Uses the Citus cluster whose coordinator is at `PGPORT`.
    public static Postgres cluster() {
        var workers = Stream.of(fromEnvironment("CITUS_WORKERS").split(" ", -1))
                .map(worker -> new Postgres(worker.substring(worker.indexOf(':') + 1), List.of()))
                .toList();
        return new Postgres(fromEnvironment("PGPORT"), workers);
    }

    public boolean isCluster() {
        return !workers.isEmpty();
    }

    public void create(String database) {
        execute("postgres", "CREATE DATABASE " + database);
        if (isCluster()) {
            execute(
                    database,
                    "CREATE EXTENSION citus",
                    "SELECT citus_set_coordinator_host('%s', %s)".formatted(host, port));
        }
        for (var worker : workers) {
            worker.execute("postgres", "CREATE DATABASE " + database);
            worker.execute(database, "CREATE EXTENSION citus");
            execute(database, "SELECT citus_add_node('%s', %s)".formatted(worker.host, worker.port));
        }
    }

    /// Copies a database of a single PostgreSQL that has no connections.
    public void copy(String database, String copy) {
        execute("postgres", "CREATE DATABASE %s TEMPLATE %s".formatted(copy, database), "CHECKPOINT");
    }

    private static String fromEnvironment(String name) {
        var value = System.getenv(name);
        if (value == null) {
            throw new Failure(name + " is not set (expected: to be run by scripts/with-postgres)");
        }
        return value;
    }

    public String url(String database) {
        return "jdbc:postgresql://%s:%s/%s".formatted(host, port, database);
    }

    public String user() {
        return user;
    }

    Map<String, String> environment(String database) {
        return Map.of("PGHOST", host, "PGPORT", port, "PGUSER", user, "PGDATABASE", database);
    }

    static String program(String name) {
        var beside = Path.of(fromEnvironment("POSTGRES_BIN"), name);
        return Files.isExecutable(beside) ? beside.toString() : name;
    }

    /// Fails if commits do not wait for the disk, because the figures would be too good.
    public void requireDurability() {
        for (var name : List.of("fsync", "synchronous_commit", "full_page_writes")) {
            nodes().map(node -> node.setting(name))
                    .filter(value -> !value.equals("on"))
                    .findFirst()
                    .ifPresent(value -> {
                        throw new Failure("%s: %s (expected: on)".formatted(name, value));
                    });
        }
    }

    public String setting(String name) {
        return one("postgres", "SHOW " + name);
    }

    public List<Long> postmasters() {
        return nodes().map(Postgres::postmaster).toList();
    }

    private Stream<Postgres> nodes() {
        return Stream.concat(Stream.of(this), workers.stream());
    }

    private long postmaster() {
        long backend = Long.parseLong(one("postgres", "SELECT pg_backend_pid()"));
        // the backend may have ended, but all others have the same parent
        return ProcessHandle.of(backend)
                .flatMap(ProcessHandle::parent)
                .map(ProcessHandle::pid)
                .orElseGet(this::postmaster);
    }

    public void onAllNodes(String database, String... statements) {
        nodes().forEach(node -> node.execute(database, statements));
    }

    public void execute(String database, String... statements) {
        for (var sql : statements) {
            all(database, sql, row -> "");
        }
    }

    public long bytes(String database) {
        return Long.parseLong(one(database, "SELECT pg_database_size(current_database())"));
    }

    public String one(String database, String sql) {
        return all(database, sql, row -> row.getString(1)).getFirst();
    }

    public <T> List<T> all(String database, String sql, Reader<T> reader) {
        try (var connection = DriverManager.getConnection(url(database), user, "");
                var statement = connection.createStatement()) {
            var all = new ArrayList<T>();
            if (statement.execute(sql)) {
                var rows = statement.getResultSet();
                while (rows.next()) {
                    all.add(reader.read(rows));
                }
            }
            return all;
        } catch (SQLException e) {
            throw new Failure("database %s: %s".formatted(database, e.getMessage()), e);
        }
    }

    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }
}
