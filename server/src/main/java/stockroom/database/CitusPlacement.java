package stockroom.database;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.database.Database.Pool;

/// Sends a merchant's statements to the Citus node with its shard, which saves a hop and planning on the coordinator.
/// Every node can execute every statement, so a wrong choice, such as just after a shard has moved, is only slower
/// (docs/decisions/0024). Without Citus all statements go to the one database.
final class CitusPlacement implements Placement {
    private static final Logger LOG = LoggerFactory.getLogger(CitusPlacement.class);
    private static final Duration REFRESH = Duration.ofSeconds(5);
    private static final Duration PROBE = Duration.ofSeconds(1);

    private static final String HAS_CITUS = "SELECT to_regclass('pg_catalog.pg_dist_shard') IS NOT NULL";

    private static final String SHARDS = """
            SELECT s.shardminvalue::integer AS first_hash, n.nodename, n.nodeport,
                   coalesce(n.groupid <> 0 AND n.hasmetadata AND n.metadatasynced, false) AS is_worker
            FROM pg_dist_shard s
            LEFT JOIN pg_dist_placement p ON p.shardid = s.shardid
            LEFT JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary' AND n.isactive
            WHERE s.logicalrelid = to_regclass('merchant')
            """;

    /// Without Citus this is the only database.
    private final Database coordinator;

    private final DatabaseAddress address;
    private final BiFunction<String, DatabaseAddress, Database> open;
    private final Map<String, Database> opened = new HashMap<>();

    private final Set<DatabaseAddress> silent = new HashSet<>();

    private boolean noCluster;
    private boolean closed;

    /// The keys are the lowest hash values of the shards.
    private volatile NavigableMap<Integer, Database> shards = new TreeMap<>();

    private volatile Set<DatabaseAddress> workers = Set.of();

    private final PeriodicTask follower;

    CitusPlacement(Database coordinator, DatabaseAddress address, BiFunction<String, DatabaseAddress, Database> open) {
        this.coordinator = coordinator;
        this.address = address;
        this.open = open;
        this.follower = PeriodicTask.startNow("shards", REFRESH, this::refresh);
    }

    static Database open(DatabaseAddress address, Pool bounds, MeterRegistry metrics, OpenTelemetry telemetry) {
        var coordinator = new Database(address, bounds, metrics, telemetry);
        coordinator.placement = new CitusPlacement(coordinator, address, (name, node) -> {
            var pool =
                    new Pool(bounds.name() + " " + name, bounds.size(), bounds.waitTime(), bounds.statementTimeout());
            return new Database(node, pool, metrics, telemetry, true);
        });
        return coordinator;
    }

    @Override
    public Database of(long merchant) {
        var shard = shards.floorEntry(PostgresHash.of(merchant));
        return shard == null ? coordinator : shard.getValue();
    }

    @Override
    public Set<DatabaseAddress> workers() {
        return workers;
    }

    /// Uses its own connection, since the pool's may all be taken.
    private void refresh() throws SQLException {
        if (noCluster) {
            return;
        }
        try (var connection = connect(address);
                var statement = connection.createStatement()) {
            try (var answer = statement.executeQuery(HAS_CITUS)) {
                answer.next();
                noCluster = !answer.getBoolean(1);
            }
            if (!noCluster) {
                try (var rows = statement.executeQuery(SHARDS)) {
                    shards = read(rows);
                }
            }
        }
    }

    private NavigableMap<Integer, Database> read(ResultSet rows) throws SQLException {
        var found = new TreeMap<Integer, Database>();
        var nodes = new HashMap<DatabaseAddress, Database>();
        while (rows.next()) {
            found.put(
                    rows.getInt("first_hash"),
                    rows.getBoolean("is_worker")
                            ? nodes.computeIfAbsent(
                                    address.at(rows.getString("nodename"), rows.getInt("nodeport")), this::node)
                            : coordinator);
        }
        workers = Set.copyOf(nodes.keySet());
        return found;
    }

    /// Returns the worker, or the coordinator if this node cannot connect to the worker, which the coordinator may
    /// still reach. A separate pool for that keeps futile waits from delaying other statements.
    private Database node(DatabaseAddress worker) {
        try (var _ = connect(worker)) {
            if (silent.remove(worker)) {
                LOG.info("{} responds again", worker);
            }
            return opened(worker.node(), worker);
        } catch (SQLException e) {
            if (silent.add(worker)) {
                LOG.warn("{} does not respond: statements of its merchants go through the coordinator", worker, e);
            }
            return opened("detour", address);
        }
    }

    private static Connection connect(DatabaseAddress node) throws SQLException {
        return DriverManager.getConnection(node.url(), node.properties(PROBE));
    }

    private synchronized Database opened(String name, DatabaseAddress node) {
        return closed ? coordinator : opened.computeIfAbsent(name, _ -> open.apply(name, node));
    }

    @Override
    public synchronized void reconnect() {
        opened.values().forEach(Database::reconnect);
    }

    @Override
    public synchronized void close() {
        closed = true;
        follower.close();
        opened.values().forEach(Database::close);
    }
}
