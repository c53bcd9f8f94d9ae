package stockroom.bench.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import stockroom.bench.load.HttpConnection;
import stockroom.bench.load.IdleConnections;
import stockroom.bench.postgres.BareStatement;
import stockroom.bench.postgres.Pgbench;
import stockroom.bench.postgres.Postgres;
import stockroom.bench.process.Sleep;
import stockroom.bench.report.Console;
import stockroom.bench.result.Machine;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.Results;
import stockroom.bench.result.Round;
import stockroom.bench.result.Spread;
import stockroom.bench.server.Installation;
import stockroom.bench.server.ServerProcess;

public final class Benchmark {
    private static final int MAX_KEYS_OF_GROWTH = 100_000;

    private final Plan plan;
    private final Path folder;
    private final Postgres postgres = new Postgres();
    private final Pgbench pgbench;
    private final RoundRunner rounds;
    private final Results results;

    public Benchmark(Plan plan, Path folder) {
        this.plan = plan;
        this.folder = folder;
        postgres.requireDurability();
        this.pgbench = new Pgbench(postgres, folder, plan.rounds().bareWarmUp());
        this.results = new Results(plan.name(), plan.rounds().seconds(), Machine.here(postgres::setting));
        this.rounds = new RoundRunner(pgbench, postgres.postmasters(), folder, plan, results.warmUps());
    }

    public Results run() {
        try (var main = install("bench_main", plan.data())) {
            Console.head();
            var workloads = new Workloads(main, plan);
            rounds.warmUp(workloads.stockList(), main.server(), plan.rounds().firstWarmUp());
            for (var workload : workloads.reads()) {
                measure("works", List.of(workload), plan.rounds().count());
            }
            creates(workloads);
            measure(
                    "refusals",
                    workloads.refusals().subList(0, plan.everyWorkload() ? 3 : 2),
                    plan.rounds().count());
            note("all workloads but those with idle connections", main.server());
            latency(workloads.stockList());
            openConnections(workloads.stockList());
            processes(workloads.stockList());
            note("all workloads", main.server());
            starts(workloads.stockList());
        }
        if (plan.everyWorkload()) {
            pages();
        }
        growth();
        return results;
    }

    private Installation install(String database, Installation.Size size) {
        return Installation.of(Path.of(""), postgres, database, size, folder, Map.of());
    }

    private void note(String after, ServerProcess server) {
        results.resident().add(new Results.Resident(after, server.peakResident()));
    }

    private void measure(String group, List<Workload> workloads, int count) {
        results.measurements().addAll(rounds.measure(group, workloads, count));
    }

    /// Creates all entries before the first round, so that both sides only change entries.
    private void creates(Workloads workloads) {
        var one = plan.everyWorkload() ? Creates.prepared(List.of(workloads.createOne()), plan) : List.<Workload>of();
        measure("works", one, plan.rounds().createCount());
        measure(
                "works",
                Creates.prepared(List.of(workloads.createFull()), plan),
                plan.rounds().createCount());
        for (var create : one) {
            var stockList = results.find("stock-list").orElseThrow();
            double highest = Math.max(
                    stockList.service().max(), stockList.bare().map(Spread::max).orElse(0.0));
            var mix = workloads.mix(highest, create.rules().accounts());
            measure("works", List.of(mix), plan.rounds().count());
        }
    }

    private void latency(Workload workload) {
        double bareHighest = results.find("stock-list")
                .flatMap(Measurement::bare)
                .orElseThrow()
                .median();
        for (int round = 0; round < (plan.everyWorkload() ? plan.rounds().count() : 1); round++) {
            var bare = pgbench.steadily(
                    workload.installation().database(),
                    workload.bare().getFirst(),
                    BareStatement.CLIENTS,
                    bareHighest / 2,
                    plan.rounds().seconds() * 2);
            Console.print("the bare statement", bare);
            results.bareLatencies().add(bare);
            // the server has become faster since its first workload
            double highest = rounds.together(
                            workload, List.of(workload.installation().server()))
                    .service();
            for (int percent : plan.sweeps().loads()) {
                var latency = rounds.steadily(workload, percent, highest * percent / 100);
                Console.print(workload.title(), latency);
                results.latencies().add(latency);
            }
        }
    }

    /// @param title a format with a place for the setting
    private void sweep(String group, List<Integer> settings, String title, IntFunction<Round> round) {
        var all = settings.stream()
                .map(setting -> new Measurement(
                        group,
                        group + "-" + setting,
                        title.formatted(setting),
                        setting,
                        BareStatement.CLIENTS,
                        new ArrayList<>()))
                .toList();
        for (int i = 0; i < plan.rounds().count(); i++) {
            all.forEach(each -> each.rounds().add(round.apply((int) each.x())));
        }
        all.forEach(Console::print);
        results.measurements().addAll(all);
    }

    private void openConnections(Workload workload) {
        var server = workload.installation().server();
        sweep("connections", plan.sweeps().connections(), "%,d open connections, 64 busy", open -> {
            int idle = open == BareStatement.CLIENTS ? 0 : open;
            try (var _ =
                    new IdleConnections(server.port(), idle, workload.requests().get())) {
                return rounds.together(workload, List.of(server));
            } finally {
                // gives the server time to close the connections
                Sleep.millis(idle / 5);
            }
        });
    }

    private void processes(Workload workload) {
        var servers = new ArrayList<>(List.of(workload.installation().server()));
        int most = plan.sweeps().processes().stream().mapToInt(i -> i).max().orElse(1);
        try {
            while (servers.size() < most) {
                servers.add(workload.installation().startServer(folder));
                rounds.warmUp(workload, servers.getLast(), plan.rounds().firstWarmUp());
            }
            sweep(
                    "processes",
                    plan.sweeps().processes(),
                    "%d server processes",
                    count -> rounds.together(workload, servers.subList(0, count)));
        } finally {
            servers.subList(1, servers.size()).forEach(ServerProcess::close);
        }
    }

    private void starts(Workload workload) {
        for (int i = 0; i < plan.starts(); i++) {
            long begun = System.nanoTime();
            try (var server = workload.installation().startServer(folder)) {
                HttpConnection.ask(server.port(), workload.requests().get().getFirst())
                        .require();
                results.starts().add((System.nanoTime() - begun) / 1e9);
            }
        }
        System.out.println("starts: " + results.starts() + " s");
    }

    private void pages() {
        int products = plan.largeMerchantProducts();
        try (var large = install("bench_large", new Installation.Size(1, products, products))) {
            var pages = new Workloads(large, plan).pages();
            rounds.warmUp(pages.getFirst(), large.server(), plan.rounds().firstWarmUp());
            measure("pages", pages, plan.rounds().count());
            note("pages of a large merchant", large.server());
        }
    }

    private void growth() {
        var installations = new ArrayList<Installation>();
        try {
            var workloads = new ArrayList<Workload>();
            for (int entries : plan.sweeps().entries()) {
                var size = new Installation.Size(entries / 10_000 + 1, entries / 22 + 1, entries);
                var installation = install("bench_" + entries, size);
                installations.add(installation);
                results.stored().add(new Results.Stored(entries, postgres.bytes(installation.database())));
                var title = "stock list of %,d entries".formatted(entries);
                var workload = new Workloads(installation, plan)
                        .stockListOfAny("growth-" + entries, title, MAX_KEYS_OF_GROWTH)
                        .titled(title, entries);
                workloads.add(workload);
                // a cold server would look like the cost of a larger database
                rounds.warmUp(workload, installation.server(), plan.rounds().firstWarmUp());
            }
            measure("growth", workloads, plan.rounds().count());
        } finally {
            installations.forEach(Installation::close);
        }
    }
}
