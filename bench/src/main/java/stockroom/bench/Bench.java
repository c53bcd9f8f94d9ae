package stockroom.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One run, from the empty database to the results.
final class Bench {
    private static final int MOST_KEYS_OF_GROWTH = 100_000;
    /// Few enough to count against no limit.
    private static final int ANSWERS_WEIGHED = 20;

    private final Plan plan;
    private final Postgres postgres = new Postgres();
    private final Dist dist = Dist.of(Path.of(""));
    private final Path folder;
    private final Data data;
    private final Pgbench pgbench;
    private final Rounds rounds;
    private final long postmaster;
    private final Results results;

    Bench(Plan plan, Path folder) {
        this.plan = plan;
        this.folder = folder;
        postgres.refuseUnlessDurable();
        this.postmaster = postgres.postmaster();
        this.data = new Data(postgres, dist, folder);
        this.pgbench = new Pgbench(postgres, folder, plan.bareWarmUp());
        this.rounds = new Rounds(pgbench, postmaster, folder, plan);
        this.results = Results.begin(plan, Machine.here(postgres));
    }

    Results run() {
        try (var main = data.make("bench_main", plan.merchants(), plan.products(), plan.entries())) {
            Console.head();
            var works = new Works(main, postgres, plan);
            reads(works);
            creates(works);
            refusals(works);
            note("all works but those with idle connections", main.server());
            latency(works);
            openConnections(works);
            processes(works);
            note("all works", main.server());
            starts(works);
        }
        if (plan.everyWork()) {
            pages();
        }
        growth();
        return results;
    }

    private void note(String after, ServerProcess server) {
        results.resident().add(new Results.Resident(after, server.mostResident()));
    }

    private void reads(Works works) {
        rounds.warmUp(works.stockList(), plan.warmUp());
        for (var work : List.of(works.stockList(), works.productList(), works.productDetail())) {
            rounds.warmUp(work, plan.warmUpEach());
            measure("works", work, plan.rounds());
            results.answerBytes().put(work.name(), work.answerBytes(ANSWERS_WEIGHED));
        }
    }

    private void measure(String group, Work work, int count) {
        results.measured().add(rounds.measure(group, work, results.group(group).size(), count));
    }

    /// Every entry is there before the first round, so that both sides change entries and neither adds any.
    private void creates(Works works) {
        var prefill = new Prefill(postgres);
        if (plan.everyWork()) {
            var one = works.createOne();
            if (!plan.isSmoke()) {
                prefill.sendOnce(one);
            }
            rounds.warmUp(one, plan.warmUpEach());
            measure("works", one, plan.createRounds());
        }
        var full = plan.isSmoke()
                ? works.createFull(works.keysWithoutColours().subList(0, plan.fullAccounts()))
                : prefill.createFull(works, plan.fullAccounts());
        rounds.warmUp(full, plan.warmUpEach());
        measure("works", full, plan.createRounds());
        if (plan.everyWork()) {
            rounds.warmUp(works.mix(), plan.warmUpEach());
            measure("works", works.mix(), plan.rounds());
        }
    }

    private void refusals(Works works) {
        var all = plan.everyWork() ? works.refusals() : works.refusals().subList(0, 2);
        for (var work : all) {
            rounds.warmUp(work, plan.warmUpEach());
        }
        var numbers = new ArrayList<Double>();
        for (int i = 0; i < all.size(); i++) {
            numbers.add((double) i);
        }
        results.measured().addAll(rounds.measure("refusals", all, numbers));
    }

    private void latency(Works works) {
        var load = new SteadyLoad(works.stockList(), postmaster, folder, plan);
        double bareHighest =
                results.find("stock-list").flatMap(Measured::bare).orElseThrow().median();
        var bare = works.stockList().bare().getFirst();
        for (int round = 0; round < (plan.everyWork() ? plan.rounds() : 1); round++) {
            var steadiness = Steadiness.of(Duration.ofSeconds(plan.steadinessSeconds()));
            Console.print(steadiness);
            results.steadiness().add(steadiness);
            var bareLatency = pgbench.steadily(
                    works.stockList().service().database(), bare, Bare.CLIENTS, bareHighest / 2, plan.seconds() * 2);
            Console.print(bareLatency);
            results.bareLatencies().add(bareLatency);
            // the server has become faster since its first work
            double highest = rounds.together(
                            works.stockList(),
                            List.of(works.stockList().service().server()))
                    .service();
            for (int percent : plan.loads()) {
                var latency = load.at(percent, highest * percent / 100);
                Console.print(latency);
                results.latencies().add(latency);
            }
        }
    }

    private void openConnections(Works works) {
        var work = works.stockList();
        var server = work.service().server();
        var all = new TakingTurns("connections", plan.open(), "%,d open connections, 64 busy", Bare.CLIENTS);
        for (int round = 0; round < plan.rounds(); round++) {
            for (int open : plan.open()) {
                int idle = open == Bare.CLIENTS ? 0 : open;
                try (var _ =
                        new IdleConnections(server.port(), idle, work.requests().get())) {
                    all.add(open, rounds.together(work, List.of(server)));
                }
                // while the server takes leave of them
                Pause.millis(idle / 5);
            }
        }
        results.measured().addAll(all.measured());
    }

    private void processes(Works works) {
        var work = works.stockList();
        var all = new TakingTurns("processes", plan.processes(), "%d server processes", Bare.CLIENTS);
        var servers = new ArrayList<>(List.of(work.service().server()));
        try {
            int most = plan.processes().stream().mapToInt(i -> i).max().orElse(1);
            while (servers.size() < most) {
                var server = ServerProcess.start(dist, work.service().settings(), folder);
                servers.add(server);
                server.awaitReady();
            }
            for (int round = -1; round < plan.rounds() && most > 1; round++) {
                for (int count : plan.processes()) {
                    var result = rounds.together(work, servers.subList(0, count));
                    // the first one warms the new ones up
                    if (round >= 0) {
                        all.add(count, result);
                    }
                }
            }
        } finally {
            servers.subList(1, servers.size()).forEach(ServerProcess::close);
        }
        results.measured().addAll(all.measured());
    }

    private void starts(Works works) {
        var work = works.stockList();
        for (int i = 0; i < plan.starts(); i++) {
            var question = work.requests().get().getFirst();
            long begun = System.nanoTime();
            try (var server = ServerProcess.start(dist, work.service().settings(), folder)) {
                server.awaitAnswer(question);
                results.starts().add((System.nanoTime() - begun) / 1e9);
            }
        }
        System.out.println("starts: " + results.starts() + " s");
    }

    private void pages() {
        try (var large = data.make("bench_large", 1, plan.largeProducts(), plan.largeProducts())) {
            var pages = new Pages(large, postgres);
            for (var work : pages.works()) {
                rounds.warmUp(work, plan.warmUpEach());
            }
            results.measured().addAll(rounds.measure("pages", pages.works(), pages.numbers()));
            note("pages of a large merchant", large.server());
        }
    }

    private void growth() {
        var services = new ArrayList<Service>();
        try {
            var works = new ArrayList<Work>();
            for (int entries : plan.growth()) {
                var service = data.make("bench_" + entries, entries / 10_000 + 1, entries / 22 + 1, entries);
                services.add(service);
                results.stored().add(new Results.Stored(entries, postgres.bytes(service.database())));
                var all = new Works(service, postgres, plan);
                works.add(all.stockList(
                        "growth-" + entries,
                        "stock list of %,d entries".formatted(entries),
                        all.anyProducts(MOST_KEYS_OF_GROWTH)));
            }
            // as long as the main server: a colder one would be taken for a larger database
            works.forEach(work -> rounds.warmUp(work, plan.warmUp()));
            results.measured()
                    .addAll(rounds.measure(
                            "growth",
                            works,
                            plan.growth().stream().map(Integer::doubleValue).toList()));
        } finally {
            services.forEach(Service::close);
        }
    }
}
