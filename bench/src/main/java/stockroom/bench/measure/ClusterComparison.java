package stockroom.bench.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import stockroom.bench.postgres.Pgbench;
import stockroom.bench.postgres.Postgres;
import stockroom.bench.report.ClusterReport;
import stockroom.bench.report.ConsoleOutput;
import stockroom.bench.result.Machine;
import stockroom.bench.server.Distribution;
import stockroom.bench.server.Installation;
import stockroom.bench.server.Installer;

/// Compares a Citus cluster with one PostgreSQL, through the service: once with every statement sent to the node that
/// has the merchant, once with all sent to the coordinator. All nodes are on this machine, so what is compared is what
/// a request costs, and not how many a cluster can serve.
public final class ClusterComparison {
    private static final int ANSWERS_SAMPLED = 20;

    private final Plan plan = Plan.of("cluster");
    private final Postgres single = Postgres.single();
    private final Postgres cluster = Postgres.cluster();
    private final Distribution distribution = Distribution.of(Path.of(""));
    private final Path folder;
    private final RoundRunner rounds;

    public ClusterComparison(Path folder) {
        this.folder = folder;
        single.requireDurability();
        cluster.requireDurability();
        var postmasters = Stream.of(single, cluster)
                .flatMap(postgres -> postgres.postmasters().stream())
                .toList();
        this.rounds = new RoundRunner(new Pgbench(single, folder, 0), postmasters, folder, plan);
    }

    public ClusterReport run() {
        try (var one = install(single, "bench_single", Map.of());
                var nodes = install(cluster, "bench_nodes", Map.of());
                var coordinator =
                        install(cluster, "bench_coordinator", Map.of("STOCKROOM_DATABASE_MERCHANT_NODES", "false"))) {
            var sides = Stream.of(one, nodes, coordinator)
                    .map(installation -> new Workloads(installation, plan))
                    .toList();
            ConsoleOutput.head();
            sides.forEach(side -> rounds.warmUp(side.stockList(), plan.warmUp().first()));
            var works = List.of(
                    reads(sides, Workloads::stockList),
                    reads(sides, Workloads::productList),
                    reads(sides, Workloads::productDetail),
                    creates(sides, Workloads::createFull));
            return new ClusterReport(Machine.here(single::setting), works);
        }
    }

    private Installation install(Postgres postgres, String database, Map<String, String> settings) {
        return new Installer(postgres, distribution, folder)
                .install(
                        database,
                        plan.data().merchants(),
                        plan.data().products(),
                        plan.data().entries(),
                        settings);
    }

    private ClusterReport.Work reads(List<Workloads> sides, Function<Workloads, Workload> workload) {
        return compare(sides.stream().map(workload).toList());
    }

    private ClusterReport.Work creates(List<Workloads> sides, Function<Workloads, CreateWorkload> workload) {
        var creates =
                sides.stream().map(workload).map(CreateWorkload::withoutBare).toList();
        int accounts = new AccountSizing(rounds, plan).accounts(creates);
        return compare(
                creates.stream().map(create -> create.withAccounts(accounts)).toList());
    }

    private ClusterReport.Work compare(List<Workload> sides) {
        var titled = new ArrayList<Workload>();
        for (int i = 0; i < sides.size(); i++) {
            titled.add(sides.get(i)
                    .withoutBare()
                    .titled(ClusterReport.SIDES.get(i) + ": " + sides.get(i).title()));
        }
        titled.forEach(workload -> rounds.warmUp(workload, plan.warmUp().each()));
        var measured = rounds.measure(
                "cluster",
                titled,
                IntStream.range(0, titled.size()).mapToObj(i -> (double) i).toList());
        return new ClusterReport.Work(
                sides.getFirst().name(),
                sides.getFirst().title(),
                measured.get(0),
                measured.get(1),
                measured.get(2),
                // those that create would lose their turns
                sides.get(1).accounts() > 0 ? 0 : sides.get(1).answerBytes(ANSWERS_SAMPLED));
    }
}
