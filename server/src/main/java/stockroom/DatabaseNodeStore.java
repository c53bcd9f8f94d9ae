package stockroom;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import stockroom.database.Database;
import stockroom.database.DatabaseAddress;
import stockroom.database.DatabaseFailure;
import stockroom.database.PeriodicTask;
import stockroom.database.Probe;

/// Measures which database nodes accept connections. Standbys count too, because a missing one is needed when
/// the primary fails.
final class DatabaseNodeStore implements AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(15);
    private static final Duration WITHIN = Duration.ofSeconds(2);

    private final DatabaseAddress address;
    private final Database database;
    private final MultiGauge gauge;
    private final Map<String, Boolean> up = new ConcurrentHashMap<>();

    private final PeriodicTask task;

    DatabaseNodeStore(DatabaseAddress address, Database database, MeterRegistry metrics) {
        this.address = address;
        this.database = database;
        this.gauge = MultiGauge.builder("stockroom.database.node.up")
                .description("1 while the database node accepts connections from this server")
                .register(metrics);
        this.task = PeriodicTask.startNow("database-nodes", EVERY, this::probe);
    }

    private void probe() {
        var nodes = new LinkedHashSet<>(address.nodes());
        nodes.addAll(database.workers());
        nodes.forEach(node -> up.put(node.node(), takesConnections(node)));
        gauge.register(nodes.stream()
                .map(DatabaseAddress::node)
                .map(name -> MultiGauge.Row.of(
                        Tags.of("node", name), up, states -> states.getOrDefault(name, false) ? 1 : 0))
                .toList());
    }

    private static boolean takesConnections(DatabaseAddress node) {
        try (var probe = new Probe(node)) {
            return probe.first("SELECT 1", _ -> true, WITHIN).orElse(false);
        } catch (DatabaseFailure | IllegalStateException e) {
            return false;
        }
    }

    @Override
    public void close() {
        task.close();
    }
}
