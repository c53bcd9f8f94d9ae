package stockroom.bench.measure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import stockroom.bench.load.IdleConnections;
import stockroom.bench.postgres.BareStatement;
import stockroom.bench.postgres.Pgbench;
import stockroom.bench.postgres.Postgres;
import stockroom.bench.process.Sleep;
import stockroom.bench.report.ConsoleOutput;
import stockroom.bench.result.Machine;
import stockroom.bench.result.MachineJitter;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.Results;
import stockroom.bench.result.Spread;
import stockroom.bench.server.Distribution;
import stockroom.bench.server.Installation;
import stockroom.bench.server.Installer;
import stockroom.bench.server.ServerProcess;

/// One run, from the empty database to the results.
public final class Benchmark {
    private static final int MAX_KEYS_OF_GROWTH = 100_000;
    /// Few enough to count against no limit.
    private static final int ANSWERS_SAMPLED = 20;

    private final Plan plan;
    private final Postgres postgres = new Postgres();
    private final Distribution distribution = Distribution.of(Path.of(""));
    private final Path folder;
    private final Installer installer;
    private final Pgbench pgbench;
    private final RoundRunner rounds;
    private final List<Long> postmasters;
    private final Results results;

    public Benchmark(Plan plan, Path folder) {
        this.plan = plan;
        this.folder = folder;
        postgres.requireDurability();
        this.postmasters = postgres.postmasters();
        this.installer = new Installer(postgres, distribution, folder);
        this.pgbench = new Pgbench(postgres, folder, plan.warmUp().bare());
        this.rounds = new RoundRunner(pgbench, postmasters, folder, plan);
        this.results = Results.begin(plan.name(), plan.rounds().seconds(), Machine.here(postgres::setting));
    }

    public Results run() {
        try (var main = installer.install(
                "bench_main",
                plan.data().merchants(),
                plan.data().products(),
                plan.data().entries())) {
            ConsoleOutput.head();
            var workloads = new Workloads(main, plan);
            reads(workloads);
            creates(workloads);
            refusals(workloads);
            note("all workloads but those with idle connections", main.server());
            latency(workloads);
            openConnections(workloads);
            processes(workloads);
            note("all workloads", main.server());
            starts(workloads);
        }
        if (plan.everyWorkload()) {
            pages();
        }
        growth();
        return results;
    }

    private void note(String after, ServerProcess server) {
        results.resident().add(new Results.Resident(after, server.peakResident()));
    }

    private void reads(Workloads workloads) {
        rounds.warmUp(workloads.stockList(), plan.warmUp().first());
        for (var workload : List.of(workloads.stockList(), workloads.productList(), workloads.productDetail())) {
            rounds.warmUp(workload, plan.warmUp().each());
            measure("works", workload, plan.rounds().count());
            results.answerBytes().put(workload.name(), workload.answerBytes(ANSWERS_SAMPLED));
        }
    }

    private void measure(String group, Workload workload, int count) {
        results.measurements()
                .add(rounds.measure(group, workload, results.group(group).size(), count));
    }

    /// Every entry is there before the first round, so that both sides change entries and neither adds any.
    private void creates(Workloads workloads) {
        int accounts = 0;
        if (plan.everyWorkload()) {
            accounts = create(workloads.createOne());
        }
        create(workloads.createFull());
        if (plan.everyWorkload()) {
            var mix = workloads.mix(highestRate("stock-list"), accounts);
            rounds.warmUp(mix, plan.warmUp().each());
            measure("works", mix, plan.rounds().count());
        }
    }

    /// @return how many accounts it took
    private int create(CreateWorkload create) {
        // what bare creates answer in a smoke run does not matter
        var sized = plan.isSmoke() ? create.withoutBare() : create;
        int accounts = new AccountSizing(rounds, plan).accounts(List.of(sized));
        measure("works", create.withAccounts(accounts), plan.rounds().createRounds());
        return accounts;
    }

    /// Of either side.
    private double highestRate(String name) {
        var measurement = results.find(name).orElseThrow();
        return Math.max(
                measurement.service().max(), measurement.bare().map(Spread::max).orElse(0.0));
    }

    private void refusals(Workloads workloads) {
        var all = plan.everyWorkload()
                ? workloads.refusals()
                : workloads.refusals().subList(0, 2);
        for (var workload : all) {
            rounds.warmUp(workload, plan.warmUp().each());
        }
        var numbers = new ArrayList<Double>();
        for (int i = 0; i < all.size(); i++) {
            numbers.add((double) i);
        }
        results.measurements().addAll(rounds.measure("refusals", all, numbers));
    }

    private void latency(Workloads workloads) {
        var load = new SteadyLoad(workloads.stockList(), postmasters, folder, plan);
        double bareHighest = results.find("stock-list")
                .flatMap(Measurement::bare)
                .orElseThrow()
                .median();
        var bare = workloads.stockList().bare().getFirst();
        for (int round = 0; round < (plan.everyWorkload() ? plan.rounds().count() : 1); round++) {
            var jitter = MachineJitter.of(Duration.ofSeconds(plan.sweeps().jitterSeconds()));
            ConsoleOutput.print(jitter);
            results.jitter().add(jitter);
            var bareLatency = pgbench.steadily(
                    workloads.stockList().installation().database(),
                    bare,
                    BareStatement.CLIENTS,
                    bareHighest / 2,
                    plan.rounds().seconds() * 2);
            ConsoleOutput.print(bareLatency);
            results.bareLatencies().add(bareLatency);
            // the server has become faster since its first workload
            double highest = rounds.together(
                            workloads.stockList(),
                            List.of(workloads.stockList().installation().server()))
                    .service();
            for (int percent : plan.sweeps().loads()) {
                var latency = load.at(percent, highest * percent / 100);
                ConsoleOutput.print(latency);
                results.latencies().add(latency);
            }
        }
    }

    private void openConnections(Workloads workloads) {
        var workload = workloads.stockList();
        var server = workload.installation().server();
        var all = new ParameterSweep(
                "connections", plan.sweeps().connections(), "%,d open connections, 64 busy", BareStatement.CLIENTS);
        for (int round = 0; round < plan.rounds().count(); round++) {
            for (int open : plan.sweeps().connections()) {
                int idle = open == BareStatement.CLIENTS ? 0 : open;
                try (var _ = new IdleConnections(
                        server.port(), idle, workload.requests().get())) {
                    all.add(open, rounds.together(workload, List.of(server)));
                }
                // while the server takes leave of them
                Sleep.millis(idle / 5);
            }
        }
        results.measurements().addAll(all.measured());
    }

    private void processes(Workloads workloads) {
        var workload = workloads.stockList();
        var all = new ParameterSweep(
                "processes", plan.sweeps().processes(), "%d server processes", BareStatement.CLIENTS);
        var servers = new ArrayList<>(List.of(workload.installation().server()));
        try {
            int most = plan.sweeps().processes().stream().mapToInt(i -> i).max().orElse(1);
            while (servers.size() < most) {
                var server = ServerProcess.start(
                        distribution, workload.installation().settings(), folder);
                servers.add(server);
                server.awaitReady();
            }
            for (int round = -1; round < plan.rounds().count() && most > 1; round++) {
                for (int count : plan.sweeps().processes()) {
                    var result = rounds.together(workload, servers.subList(0, count));
                    // the first one warms the new ones up
                    if (round >= 0) {
                        all.add(count, result);
                    }
                }
            }
        } finally {
            servers.subList(1, servers.size()).forEach(ServerProcess::close);
        }
        results.measurements().addAll(all.measured());
    }

    private void starts(Workloads workloads) {
        var workload = workloads.stockList();
        for (int i = 0; i < plan.starts(); i++) {
            var question = workload.requests().get().getFirst();
            long begun = System.nanoTime();
            try (var server =
                    ServerProcess.start(distribution, workload.installation().settings(), folder)) {
                server.awaitAnswer(question);
                results.starts().add((System.nanoTime() - begun) / 1e9);
            }
        }
        System.out.println("starts: " + results.starts() + " s");
    }

    private void pages() {
        try (var large = installer.install(
                "bench_large",
                1,
                plan.data().largeMerchantProducts(),
                plan.data().largeMerchantProducts())) {
            var pages = new PageWorkloads(large);
            for (var workload : pages.workloads()) {
                rounds.warmUp(workload, plan.warmUp().each());
            }
            results.measurements().addAll(rounds.measure("pages", pages.workloads(), pages.numbers()));
            note("pages of a large merchant", large.server());
        }
    }

    private void growth() {
        var installations = new ArrayList<Installation>();
        try {
            var workloads = new ArrayList<Workload>();
            for (int entries : plan.sweeps().entries()) {
                var installation =
                        installer.install("bench_" + entries, entries / 10_000 + 1, entries / 22 + 1, entries);
                installations.add(installation);
                results.stored().add(new Results.Stored(entries, postgres.bytes(installation.database())));
                var all = new Workloads(installation, plan);
                workloads.add(all.stockList(
                        "growth-" + entries,
                        "stock list of %,d entries".formatted(entries),
                        all.anyProducts(MAX_KEYS_OF_GROWTH)));
            }
            // as long as the main server: a colder one would be taken for a larger database
            workloads.forEach(workload -> rounds.warmUp(workload, plan.warmUp().first()));
            results.measurements()
                    .addAll(rounds.measure(
                            "growth",
                            workloads,
                            plan.sweeps().entries().stream()
                                    .map(Integer::doubleValue)
                                    .toList()));
        } finally {
            installations.forEach(Installation::close);
        }
    }
}
