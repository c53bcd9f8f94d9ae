package stockroom.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import stockroom.bench.load.IdleConnections;
import stockroom.bench.postgres.Pgbench;
import stockroom.bench.postgres.Postgres;
import stockroom.bench.process.Command;
import stockroom.bench.process.Failure;
import stockroom.bench.process.Sleep;
import stockroom.bench.report.ComparisonReport;
import stockroom.bench.report.ConsoleOutput;
import stockroom.bench.result.Machine;
import stockroom.bench.result.Spread;
import stockroom.bench.server.Distribution;
import stockroom.bench.server.Installation;
import stockroom.bench.server.Installer;
import stockroom.bench.server.ServerProcess;

/// Compares the working tree with another commit, the base. Each has a database of its own, which its own distribution
/// has filled with the same data; both servers run all the time and take turns under load.
public final class CommitComparison {
    private static final int IDLE_CONNECTIONS = 10_000;
    /// Each starts two servers and warms them up, so more would take longer than everything else.
    private static final int MAX_MEMORY_ROUNDS = 5;

    private static final int SETTLE_MILLIS = 1_000;
    private static final List<Function<Workloads, Workload>> READS =
            List.of(Workloads::stockList, Workloads::productList, Workloads::productDetail);
    private static final List<Function<Workloads, CreateWorkload>> CREATES = List.of(
            Workloads::createOne,
            Workloads::createFull,
            Workloads::createFullOfUnchangedColours,
            Workloads::createFullOfUnchangedEntries,
            Workloads::createFullUnchanged);

    private final Plan plan = Plan.of("against");
    private final Postgres postgres = new Postgres();
    private final String baseName;
    private final Distribution baseDistribution;
    private final Distribution treeDistribution = Distribution.of(Path.of(""));
    private final Path folder;
    private final int count;
    private final RoundRunner rounds;

    private final String only;

    /// Compares by a number of rounds.
    ///
    /// @param baseTree the other commit's files, with its distribution in target/dist
    /// @param only the name of the one workload to compare; empty for all of them, and memory
    public CommitComparison(Path baseTree, Path folder, int count, String only) {
        this.baseName = baseTree.getFileName().toString();
        this.baseDistribution = Distribution.of(baseTree);
        this.folder = folder;
        this.count = count;
        this.only = only;
        postgres.requireDurability();
        this.rounds = new RoundRunner(new Pgbench(postgres, folder, 0), postgres.postmasters(), folder, plan);
    }

    private record Side(String name, Distribution distribution, Installation installation, Workloads workloads)
            implements AutoCloseable {
        @Override
        public void close() {
            installation.close();
        }
    }

    public ComparisonReport run() {
        try (var base = side("base", baseDistribution);
                var tree = side("tree", treeDistribution)) {
            ConsoleOutput.head();
            return new ComparisonReport(
                    baseName,
                    Command.run("git", "describe", "--always", "--dirty", "--exclude=*")
                            .strip(),
                    Machine.here(postgres::setting),
                    workloads(base, tree),
                    only.isEmpty() ? memory(base, tree) : null);
        }
    }

    private Side side(String name, Distribution distribution) {
        try {
            var own = Files.createDirectory(folder.resolve(name));
            var installation = new Installer(postgres, distribution, own)
                    .install(
                            "bench_" + name,
                            plan.data().merchants(),
                            plan.data().products(),
                            plan.data().entries());
            return new Side(name, distribution, installation, new Workloads(installation, plan));
        } catch (IOException e) {
            throw new Failure("%s: %s".formatted(folder, e.getMessage()), e);
        }
    }

    private List<ComparisonReport.Pair> workloads(Side base, Side tree) {
        for (var side : List.of(base, tree)) {
            rounds.warmUp(side.workloads.stockList(), plan.warmUp().first());
        }
        var pairs = new ArrayList<ComparisonReport.Pair>();
        for (var read : READS) {
            var ofBase = read.apply(base.workloads);
            if (only.isEmpty() || only.equals(ofBase.name())) {
                pairs.add(compare(ofBase, read.apply(tree.workloads)));
            }
        }
        for (var create : CREATES) {
            var ofBase = create.apply(base.workloads).withoutBare();
            if (only.isEmpty() || only.equals(ofBase.name())) {
                pairs.add(creates(ofBase, create.apply(tree.workloads).withoutBare()));
            }
        }
        if (pairs.isEmpty()) {
            throw new Failure("workload: %s (expected: a name such as create-stock-2700)".formatted(only));
        }
        return pairs;
    }

    private ComparisonReport.Pair creates(CreateWorkload base, CreateWorkload tree) {
        int accounts = new AccountSizing(rounds, plan).accounts(List.of(base, tree));
        return compare(base.withAccounts(accounts), tree.withAccounts(accounts));
    }

    private ComparisonReport.Pair compare(Workload base, Workload tree) {
        var both = List.of(
                base.withoutBare().titled("base: " + base.title()),
                tree.withoutBare().titled("tree: " + tree.title()));
        both.forEach(workload -> rounds.warmUp(workload, plan.warmUp().each()));
        var measured = rounds.measure("against", both, List.of(0.0, 1.0), count);
        return new ComparisonReport.Pair(base.title(), measured.getFirst(), measured.getLast());
    }

    private ComparisonReport.Memory memory(Side base, Side tree) {
        var ofBase = new ArrayList<Double>();
        var ofTree = new ArrayList<Double>();
        for (int round = 0; round < Math.min(count, MAX_MEMORY_ROUNDS); round++) {
            ofBase.add(megabytesOfIdleConnections(base));
            ofTree.add(megabytesOfIdleConnections(tree));
        }
        return new ComparisonReport.Memory(IDLE_CONNECTIONS, Spread.of(ofBase), Spread.of(ofTree));
    }

    /// What they add to the resident memory of a server that has started and been under load.
    private double megabytesOfIdleConnections(Side side) {
        try (var server = ServerProcess.start(side.distribution, side.installation.settings(), folder)) {
            server.awaitReady();
            var workload = side.workloads.stockList();
            rounds.warmUp(workload, server, plan.warmUp().each());
            Sleep.millis(SETTLE_MILLIS);
            long before = server.resident();
            try (var _ = new IdleConnections(
                    server.port(), IDLE_CONNECTIONS, workload.requests().get())) {
                Sleep.millis(SETTLE_MILLIS);
                double added = (server.resident() - before) / 1e6;
                System.out.printf(
                        "%s: %.0f MB, and %.0f MB more with idle connections%n", side.name, before / 1e6, added);
                return added;
            }
        }
    }
}
