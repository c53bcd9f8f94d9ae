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

/// On a Citus cluster a merchant's statements go to the node that has its shard, which saves a hop and the
/// coordinator's planning. Every node can execute every statement, so a wrong choice, as for a moment after a shard has
/// moved, is slower, never wrong (docs/decisions/0024). Without Citus they all go to the one database there is.
final class CitusPlacement implements Placement {
    private static final Logger LOG = LoggerFactory.getLogger(CitusPlacement.class);
    private static final Duration REFRESH = Duration.ofSeconds(5);
    private static final Duration PROBE = Duration.ofSeconds(1);

    private static final String HAS_CITUS = "SELECT to_regclass('pg_catalog.pg_dist_shard') IS NOT NULL";

    /// A shard has the merchants whose hash value is in its range.
    private static final String SHARDS = """
            SELECT s.shardminvalue::integer AS first_hash, n.nodename, n.nodeport,
                   coalesce(n.groupid <> 0 AND n.hasmetadata AND n.metadatasynced, false) AS is_worker
            FROM pg_dist_shard s
            LEFT JOIN pg_dist_placement p ON p.shardid = s.shardid
            LEFT JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary' AND n.isactive
            WHERE s.logicalrelid = to_regclass('merchant')
            """;

    /// The coordinator of a cluster, or all there is.
    private final Database coordinator;

    private final DatabaseAddress address;
    private final BiFunction<String, DatabaseAddress, Database> open;
    /// By the names of their pools.
    private final Map<String, Database> opened = new HashMap<>();

    /// Workers that do not answer.
    private final Set<DatabaseAddress> silent = new HashSet<>();

    private boolean noCluster;
    private boolean closed;

    /// By the first hash value of the shards they have.
    private volatile NavigableMap<Integer, Database> shards = new TreeMap<>();

    private volatile Set<DatabaseAddress> workers = Set.of();

    private final PeriodicTask follower;

    /// @param address of the coordinator
    /// @param open opens a pool of a name
    CitusPlacement(Database coordinator, DatabaseAddress address, BiFunction<String, DatabaseAddress, Database> open) {
        this.coordinator = coordinator;
        this.address = address;
        this.open = open;
        this.follower = PeriodicTask.startNow("shards", REFRESH, this::refresh);
    }

    /// Opens a coordinator, which opens its nodes.
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

    /// Over connections of its own: those of callers may all be taken.
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

    /// A worker that does not answer us is asked through the coordinator, which perhaps reaches it; by a pool of its
    /// own, so that those who wait for it in vain are in nobody else's way.
    private Database node(DatabaseAddress worker) {
        try (var _ = connect(worker)) {
            if (silent.remove(worker)) {
                LOG.info("{} answers again", worker);
            }
            return opened(worker.node(), worker);
        } catch (SQLException e) {
            if (silent.add(worker)) {
                LOG.warn("{} does not answer: its merchants' statements go through the coordinator", worker, e);
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
