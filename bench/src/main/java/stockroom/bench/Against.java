package stockroom.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Compares the working tree with another commit, the base. Each has a database of its own, which its own distribution
/// has filled with the same data; both servers run all the time and take turns under load.
final class Against {
    private static final int IDLE_CONNECTIONS = 10_000;
    /// Each starts two servers and warms them up, so more would take longer than everything else.
    private static final int MAX_MEMORY_ROUNDS = 5;

    private static final int SETTLE_MILLIS = 1_000;

    private final Plan plan = Plan.of("against");
    private final Postgres postgres = new Postgres();
    private final String baseName;
    private final Dist baseDist;
    private final Dist treeDist = Dist.of(Path.of(""));
    private final Path folder;
    private final int count;
    private final Rounds rounds;

    /// @param baseTree the other commit's files, with its distribution in target/dist
    /// @param count of rounds
    Against(Path baseTree, Path folder, int count) {
        this.baseName = baseTree.getFileName().toString();
        this.baseDist = Dist.of(baseTree);
        this.folder = folder;
        this.count = count;
        postgres.refuseUnlessDurable();
        this.rounds = new Rounds(new Pgbench(postgres, folder, 0), postgres.postmaster(), folder, plan);
    }

    private record Side(String name, Dist dist, Service service, Works works) implements AutoCloseable {
        @Override
        public void close() {
            service.close();
        }
    }

    Comparison run() {
        try (var base = side("base", baseDist);
                var tree = side("tree", treeDist)) {
            Console.head();
            return new Comparison(
                    baseName,
                    Command.run("git", "describe", "--always", "--dirty", "--exclude=*")
                            .strip(),
                    Machine.here(postgres),
                    works(base, tree),
                    memory(base, tree));
        }
    }

    private Side side(String name, Dist dist) {
        try {
            var own = Files.createDirectory(folder.resolve(name));
            var service = new Data(postgres, dist, own)
                    .make("bench_" + name, plan.merchants(), plan.products(), plan.entries());
            return new Side(name, dist, service, new Works(service, postgres, plan));
        } catch (IOException e) {
            throw new Failure("%s: %s".formatted(folder, e.getMessage()), e);
        }
    }

    private List<Comparison.Pair> works(Side base, Side tree) {
        for (var side : List.of(base, tree)) {
            rounds.warmUp(side.works.stockList(), plan.warmUp());
        }
        var pairs = new ArrayList<Comparison.Pair>();
        pairs.add(compare(base.works.stockList(), tree.works.stockList()));
        pairs.add(compare(base.works.productList(), tree.works.productList()));
        pairs.add(compare(base.works.productDetail(), tree.works.productDetail()));
        var prefill = new Prefill(postgres);
        var create = prefill.createFull(base.works, plan.fullAccounts());
        // the same number of accounts, so that both change the same entries
        var sameCreate = tree.works.createFull(tree.works.keysWithoutColours().subList(0, create.accounts()));
        prefill.sendOnce(sameCreate);
        pairs.add(compare(create, sameCreate));
        return pairs;
    }

    private Comparison.Pair compare(Work base, Work tree) {
        var both = List.of(base.withoutBare("base"), tree.withoutBare("tree"));
        both.forEach(work -> rounds.warmUp(work, plan.warmUpEach()));
        var measured = rounds.measure("against", both, List.of(0.0, 1.0), count);
        return new Comparison.Pair(base.title(), measured.getFirst(), measured.getLast());
    }

    private Comparison.Memory memory(Side base, Side tree) {
        var ofBase = new ArrayList<Double>();
        var ofTree = new ArrayList<Double>();
        for (int round = 0; round < Math.min(count, MAX_MEMORY_ROUNDS); round++) {
            ofBase.add(megabytesOfIdleConnections(base));
            ofTree.add(megabytesOfIdleConnections(tree));
        }
        return new Comparison.Memory(IDLE_CONNECTIONS, Spread.of(ofBase), Spread.of(ofTree));
    }

    /// What they add to the resident memory of a server that has started and been under load.
    private double megabytesOfIdleConnections(Side side) {
        try (var server = ServerProcess.start(side.dist, side.service.settings(), folder)) {
            server.awaitReady();
            var work = side.works.stockList();
            rounds.warmUp(work, server, plan.warmUpEach());
            Pause.millis(SETTLE_MILLIS);
            long before = server.resident();
            try (var _ = new IdleConnections(
                    server.port(), IDLE_CONNECTIONS, work.requests().get())) {
                Pause.millis(SETTLE_MILLIS);
                double added = (server.resident() - before) / 1e6;
                System.out.printf(
                        "%s: %.0f MB, and %.0f MB more with idle connections%n", side.name, before / 1e6, added);
                return added;
            }
        }
    }
}
