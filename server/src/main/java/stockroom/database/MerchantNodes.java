package stockroom.database;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The databases that merchants' statements go to. Usually there is one. On a Citus cluster each merchant's go to the
/// node that has its shard, which saves a hop and the coordinator's planning. Every node can execute every statement,
/// so a wrong choice, as for a moment after a shard has moved, is slower, never wrong (docs/decisions/0024).
public final class MerchantNodes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MerchantNodes.class);
    private static final Duration REFRESH = Duration.ofSeconds(5);
    private static final Duration PROBE = Duration.ofSeconds(1);

    private static final String HAS_CITUS = "SELECT to_regclass('pg_catalog.pg_dist_shard') IS NOT NULL";

    /// A shard has the merchants whose hash value is in its range.
    private static final String SHARDS = """
            SELECT s.shardminvalue::integer AS first_hash, n.nodename, n.nodeport,
                   n.groupid <> 0 AND n.hasmetadata AND n.metadatasynced AS is_worker
            FROM pg_dist_shard s
            JOIN pg_dist_placement p ON p.shardid = s.shardid
            JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary' AND n.isactive
            WHERE s.logicalrelid = to_regclass('merchant')
            """;

    private final Database coordinator;
    private final Function<Worker, Database> open;
    private final Map<Worker, Database> workers = new ConcurrentHashMap<>();
    /// Those that do not answer, known to the thread that follows the shards.
    private final Set<Worker> silent = new HashSet<>();

    /// By the first hash value of the shards they have.
    private volatile NavigableMap<Integer, Database> shards = new TreeMap<>();

    private @Nullable Thread follower;

    /// A node of the cluster other than the coordinator.
    public record Worker(String host, int port) {
        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    /// @param worker that has it; empty for the coordinator, and for a worker that cannot be sent statements
    private record Shard(int firstHash, Optional<Worker> worker) {}

    private MerchantNodes(Database coordinator, Function<Worker, Database> open) {
        this.coordinator = coordinator;
        this.open = open;
    }

    /// This one alone.
    public static MerchantNodes only(Database database) {
        return new MerchantNodes(database, _ -> database);
    }

    /// Those of its cluster, if it is the coordinator of one.
    ///
    /// @param open connects to a worker
    public static MerchantNodes of(Database coordinator, Function<Worker, Database> open) {
        var nodes = new MerchantNodes(coordinator, open);
        nodes.follower = Thread.ofPlatform().daemon().name("shards").start(nodes::follow);
        return nodes;
    }

    /// The node of a merchant.
    ///
    /// @param hash of the merchant's id, as PostgreSQL computes it
    Database of(int hash) {
        var shard = shards.floorEntry(hash);
        return shard == null ? coordinator : shard.getValue();
    }

    /// Something for each node, made when it is first needed.
    public <T> PerNode<T> each(Function<Database, T> make) {
        return new PerNode<>(this, make);
    }

    /// Something for each node.
    public static final class PerNode<T> {
        private final MerchantNodes nodes;
        private final Function<Database, T> make;
        private final Map<Database, T> made = new ConcurrentHashMap<>();

        private PerNode(MerchantNodes nodes, Function<Database, T> make) {
            this.nodes = nodes;
            this.make = make;
        }

        /// That of a merchant's node.
        ///
        /// @param hash of the merchant's id, as PostgreSQL computes it
        public T of(int hash) {
            return made.computeIfAbsent(nodes.of(hash), make);
        }
    }

    private void follow() {
        try {
            while (refresh()) {
                Thread.sleep(REFRESH);
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    /// Whether there may be something new later.
    private boolean refresh() {
        try {
            if (!coordinator.run(
                    "citus",
                    handle -> handle.createQuery(HAS_CITUS).mapTo(Boolean.class).one())) {
                return false;
            }
            var found = coordinator.run("shards", MerchantNodes::read);
            var nodes = found.stream()
                    .flatMap(shard -> shard.worker.stream())
                    .distinct()
                    .collect(Collectors.toMap(Function.identity(), this::nodeOf));
            shards = found.stream()
                    .collect(Collectors.toMap(
                            Shard::firstHash,
                            shard -> shard.worker.map(nodes::get).orElse(coordinator),
                            (one, _) -> one,
                            TreeMap::new));
        } catch (DatabaseFailure e) {
            LOG.debug("where the shards are is not known just now", e);
        }
        return true;
    }

    private static List<Shard> read(Handle handle) {
        return handle.createQuery(SHARDS)
                .map((row, _) -> new Shard(
                        row.getInt("first_hash"),
                        row.getBoolean("is_worker")
                                ? Optional.of(new Worker(row.getString("nodename"), row.getInt("nodeport")))
                                : Optional.empty()))
                .list();
    }

    /// The coordinator, which perhaps reaches it, in place of a worker that does not answer us.
    private Database nodeOf(Worker worker) {
        var node = workers.computeIfAbsent(worker, open);
        long until = System.nanoTime() + PROBE.toNanos();
        try {
            Deadline.within(
                    () -> until - System.nanoTime(), () -> node.run("probe", handle -> handle.execute("SELECT")));
            if (silent.remove(worker)) {
                LOG.info("node {} answers again", worker);
            }
            return node;
        } catch (DatabaseFailure e) {
            if (silent.add(worker)) {
                LOG.warn("node {} does not answer: its merchants' statements go through the coordinator", worker, e);
            }
            return coordinator;
        }
    }

    /// See [Database#reconnect].
    public void reconnect() {
        coordinator.reconnect();
        workers.values().forEach(Database::reconnect);
    }

    @Override
    public void close() {
        if (follower != null) {
            follower.interrupt();
        }
        workers.values().forEach(Database::close);
    }
}
