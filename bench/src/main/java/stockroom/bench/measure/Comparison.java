package stockroom.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import stockroom.bench.load.IdleConnections;
import stockroom.bench.postgres.Postgres;
import stockroom.bench.process.Command;
import stockroom.bench.process.Failure;
import stockroom.bench.process.Sleep;
import stockroom.bench.report.ClusterReport;
import stockroom.bench.report.ComparisonReport;
import stockroom.bench.report.Console;
import stockroom.bench.result.Compared;
import stockroom.bench.result.Machine;
import stockroom.bench.result.Spread;
import stockroom.bench.result.WarmUp;
import stockroom.bench.server.Installation;

/// Compares sides that serve the same data and take turns under load, each with its own database and server.
public final class Comparison implements AutoCloseable {
    private static final int IDLE_CONNECTIONS = 10_000;
    /// Each round starts and warms up two servers, which takes long.
    private static final int MAX_MEMORY_ROUNDS = 5;

    private static final int SETTLE_MILLIS = 1_000;

    private final Plan plan;
    private final Path folder;
    private final List<String> names = new ArrayList<>();
    private final List<Installation> sides = new ArrayList<>();
    private final List<WarmUp> warmUps = new ArrayList<>();

    private Comparison(Plan plan, Path folder) {
        this.plan = plan;
        this.folder = folder;
    }

    /// Compares a Citus cluster with one PostgreSQL, sending each statement to the merchant's node and then all
    /// to the coordinator. All nodes are on this machine, so this compares what a request costs, not how many a
    /// cluster can serve.
    public static ClusterReport ofCluster(Path folder) {
        var plan = Plan.of("cluster");
        var single = Postgres.single();
        var cluster = Postgres.cluster();
        var tree = Path.of("");
        try (var all = new Comparison(plan, folder)) {
            all.add("one", tree, single, Map.of());
            all.add("nodes", tree, cluster, Map.of());
            all.add("coordinator", tree, cluster, Map.of("STOCKROOM_DATABASE_MERCHANT_NODES", "false"));
            var works = all.compare(
                    plan.rounds().count(),
                    List.of("stock-list", "product-list", "product-detail", "create-stock-2700"));
            return new ClusterReport(Machine.here(single::setting), all.warmUps, works);
        }
    }

    /// Compares the working tree with another commit, the base. Each has a copy of the database that the base has
    /// filled, or fills its own with the same data.
    ///
    /// @param base the other commit's files, with its distribution in target/dist
    /// @param only the workloads to compare, with commas between them; empty for all of them, and memory
    public static ComparisonReport ofCommits(Path base, Path folder, int count, String only) {
        var plan = Plan.of("against");
        var postgres = new Postgres();
        try (var both = new Comparison(plan, folder)) {
            both.addCommits(postgres, base, Path.of(""));
            var works = both.compare(count, only.isEmpty() ? List.of() : List.of(only.split(",")));
            var memory = new ArrayList<List<Double>>();
            for (int round = 0; round < (only.isEmpty() ? Math.min(count, MAX_MEMORY_ROUNDS) : 0); round++) {
                memory.add(both.sides.stream()
                        .map(both::megabytesOfIdleConnections)
                        .toList());
            }
            return new ComparisonReport(
                    base.getFileName().toString(),
                    Command.run("git", "describe", "--always", "--dirty", "--exclude=*")
                            .strip(),
                    Machine.here(postgres::setting),
                    both.warmUps,
                    works,
                    memory.isEmpty()
                            ? null
                            : new ComparisonReport.Memory(
                                    IDLE_CONNECTIONS,
                                    Spread.of(memory, sides -> sides.getFirst()),
                                    Spread.of(memory, sides -> sides.getLast())));
        }
    }

    private void add(String name, Path tree, Postgres postgres, Map<String, String> settings) {
        postgres.requireDurability();
        try {
            var own = Files.createDirectory(folder.resolve(name));
            sides.add(Installation.of(tree, postgres, "bench_" + name, plan.data(), own, settings));
            names.add(name);
        } catch (IOException e) {
            throw new Failure("%s: %s".formatted(folder, e.getMessage()), e);
        }
    }

    private void addCommits(Postgres postgres, Path base, Path tree) {
        add("base", base, postgres, Map.of());
        var filled = sides.getFirst();
        if (!filled.canBeMigratedBy(tree)) {
            add("tree", tree, postgres, Map.of());
            return;
        }
        names.clear();
        sides.clear();
        filled.close();
        sides.add(filled.copy(base, "bench_base_copy", folder));
        names.add("base");
        sides.add(filled.copy(tree, "bench_tree_copy", folder));
        names.add("tree");
    }

    private RoundRunner rounds() {
        var postmasters = sides.stream()
                .flatMap(side -> side.postgres().postmasters().stream())
                .distinct()
                .toList();
        return new RoundRunner(null, postmasters, folder, plan, warmUps);
    }

    private List<Compared> compare(int count, List<String> only) {
        Console.head();
        var workloads = sides.stream().map(side -> new Workloads(side, plan)).toList();
        var known = workloads.getFirst().all().stream().map(Creates::name).toList();
        if (!known.containsAll(only)) {
            throw new Failure("workloads: %s (expected: some of %s)".formatted(only, known));
        }
        workloads.forEach(side ->
                rounds().warmUp(side.stockList(), side.server(), plan.rounds().firstWarmUp()));
        var all = new ArrayList<Compared>();
        for (int i = 0; i < workloads.getFirst().all().size(); i++) {
            int number = i;
            var works = workloads.stream().map(side -> side.all().get(number)).toList();
            if (only.isEmpty() || only.contains(works.getFirst().name())) {
                all.add(compare(Creates.prepared(works, plan), count));
            }
        }
        return all;
    }

    private Compared compare(List<Workload> works, int count) {
        var titled = IntStream.range(0, works.size())
                .mapToObj(i ->
                        works.get(i).titled(names.get(i) + ": " + works.get(i).title(), i))
                .toList();
        return new Compared(
                works.getFirst().name(),
                works.getFirst().title(),
                rounds().measure(plan.name(), titled, count),
                RoundRunner.answerBytes(works.getLast()));
    }

    /// Returns how much memory idle connections add to a warm server.
    private double megabytesOfIdleConnections(Installation side) {
        try (var server = side.startServer(folder)) {
            var workload = new Workloads(side, plan).stockList();
            rounds().warmUp(workload, server, plan.rounds().warmUp());
            Sleep.millis(SETTLE_MILLIS);
            long before = server.resident();
            try (var _ = new IdleConnections(
                    server.port(), IDLE_CONNECTIONS, workload.requests().get())) {
                Sleep.millis(SETTLE_MILLIS);
                double added = (server.resident() - before) / 1e6;
                System.out.printf(
                        "%s: %.0f MB, and %.0f MB more with idle connections%n", side.database(), before / 1e6, added);
                return added;
            }
        }
    }

    @Override
    public void close() {
        sides.forEach(Installation::close);
    }
}
