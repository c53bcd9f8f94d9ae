package stockroom.bench.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import stockroom.bench.load.HttpConnection;
import stockroom.bench.load.OpenLoop;
import stockroom.bench.load.Requests;
import stockroom.bench.load.Wrk;
import stockroom.bench.postgres.Pgbench;
import stockroom.bench.process.Command;
import stockroom.bench.process.CpuTime;
import stockroom.bench.process.Failure;
import stockroom.bench.report.Console;
import stockroom.bench.result.Latency;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.Round;
import stockroom.bench.result.WarmUp;
import stockroom.bench.server.ServerProcess;

/// Runs workloads in the order bare, service, bare, service, so that other load on the machine affects both sides.
final class RoundRunner {
    /// The number of responses read in full before a run.
    private static final int CHECKED = 3;

    private final @Nullable Pgbench pgbench;
    private final List<Long> postmasters;
    private final Path requests;
    private final Plan plan;
    private final List<WarmUp> warmUps;

    RoundRunner(@Nullable Pgbench pgbench, List<Long> postmasters, Path folder, Plan plan, List<WarmUp> warmUps) {
        this.pgbench = pgbench;
        this.postmasters = postmasters;
        this.requests = folder.resolve("requests");
        this.plan = plan;
        this.warmUps = warmUps;
    }

    /// Runs unmeasured rounds until the rate no longer rises or the plan's maximum is reached.
    void warmUp(Workload workload, ServerProcess server, int seconds) {
        long begun = System.nanoTime();
        var rates = new ArrayList<Double>();
        while (rates.size() < plan.maxWarmUpRounds() && !WarmUp.isEnough(rates)) {
            workload.rules().before().run();
            rates.add(together(workload, List.of(server), seconds, false).service());
        }
        if (!rates.isEmpty()) {
            warmUps.add(new WarmUp(workload.title(), (System.nanoTime() - begun) / 1e9, rates));
            Console.print(warmUps.getLast());
        }
    }

    List<Measurement> measure(String group, List<Workload> workloads, int count) {
        workloads.forEach(workload ->
                warmUp(workload, workload.installation().server(), plan.rounds().warmUp()));
        var results = Stream.generate(() -> (List<Round>) new ArrayList<Round>())
                .limit(workloads.size())
                .toList();
        for (int round = 0; round < count; round++) {
            for (int turn = 0; turn < workloads.size(); turn++) {
                // the order alternates, so that no workload always runs on the warmer server
                int i = round % 2 == 0 ? turn : workloads.size() - 1 - turn;
                results.get(i).add(round(workloads.get(i)));
            }
        }
        var all = IntStream.range(0, workloads.size())
                .mapToObj(i -> new Measurement(
                        group,
                        workloads.get(i).name(),
                        workloads.get(i).title(),
                        workloads.get(i).x(),
                        workloads.get(i).rules().connections(),
                        results.get(i)))
                .toList();
        all.forEach(Console::print);
        return all;
    }

    private Round round(Workload workload) {
        var bare = bare(workload);
        workload.rules().before().run();
        var service = together(workload, List.of(workload.installation().server()));
        return bare == null
                ? service
                : new Round(bare.perSecond, bare.cpu, service.service(), service.cpu(), service.resident());
    }

    private record BareResult(double perSecond, CpuTime cpu) {}

    private @Nullable BareResult bare(Workload workload) {
        if (pgbench == null || workload.bare().isEmpty()) {
            return null;
        }
        if (!plan.isSmoke()) {
            workload.rules().before().run();
        }
        var database = workload.installation().database();
        var before = CpuTime.now(List.of(), postmasters);
        var result = pgbench.run(
                database,
                workload.bare(),
                workload.rules().connections(),
                plan.rounds().seconds());
        pgbench.awaitGone();
        var cpu = CpuTime.now(List.of(), postmasters).since(before).each(result.transactions());
        // pgbench would count a create that is refused as too early
        if (workload.rules().accounts() > 0 && !plan.isSmoke()) {
            Creates.refuseTooFew(workload.rules().accounts(), result.perSecond() * workload.shareInTurn());
        }
        return new BareResult(result.perSecond(), cpu);
    }

    /// Measures only the service, on servers that share the connections.
    Round together(Workload workload, List<ServerProcess> servers) {
        return together(workload, servers, plan.rounds().seconds(), true);
    }

    private Round together(Workload workload, List<ServerProcess> servers, int seconds, boolean checked) {
        var prepared = workload.requests().get();
        if (checked) {
            check(workload, prepared);
        }
        Requests.write(requests, prepared);
        var pids = servers.stream().map(ServerProcess::pid).toList();
        var before = CpuTime.now(pids, postmasters);
        var running = new ArrayList<Command.Running>();
        int left = workload.rules().connections();
        for (int i = 0; i < servers.size(); i++) {
            int connections = Math.ceilDiv(left, servers.size() - i);
            running.add(Wrk.start(servers.get(i).port(), requests, connections, seconds));
            left -= connections;
        }
        var results = running.stream().map(Wrk::result).toList();
        long all = results.stream().mapToLong(Wrk.Result::requests).sum();
        var cpu = CpuTime.now(pids, postmasters).since(before).each(all);
        if (checked) {
            results.forEach(result -> refuseUnlessRight(workload, result));
        }
        return new Round(
                null,
                null,
                results.stream().mapToDouble(Wrk.Result::perSecond).sum(),
                cpu,
                servers.stream().mapToLong(ServerProcess::resident).max().orElseThrow());
    }

    /// Reads some responses in full, because wrk only counts statuses. Creates are not read, since that takes
    /// their turns.
    private static void check(Workload workload, List<byte[]> prepared) {
        int expected = workload.rules().status();
        for (var answer :
                workload.rules().accounts() > 0 ? List.<HttpConnection.Answer>of() : answers(workload, prepared)) {
            if (!(expected == 200 ? answer.succeeded() : answer.status() == expected)) {
                throw new Failure("%s: answered %s (expected: %d)".formatted(workload.name(), answer, expected));
            }
        }
    }

    private static List<HttpConnection.Answer> answers(Workload workload, List<byte[]> prepared) {
        try (var connection =
                new HttpConnection(workload.installation().server().port())) {
            var answers = new ArrayList<HttpConnection.Answer>();
            for (int i = 0; i < CHECKED; i++) {
                answers.add(connection.ask(prepared.get(i * (prepared.size() / CHECKED))));
            }
            return answers;
        } catch (IOException e) {
            throw new Failure("%s: %s".formatted(workload.name(), e.getMessage()), e);
        }
    }

    /// Returns the mean length of some responses, or 0 for creates, whose turns that would take.
    static double answerBytes(Workload workload) {
        return workload.rules().accounts() > 0
                ? 0
                : answers(workload, workload.requests().get()).stream()
                        .mapToInt(answer -> answer.body().getBytes(StandardCharsets.UTF_8).length)
                        .average()
                        .orElseThrow();
    }

    private static void refuseUnlessRight(Workload workload, Wrk.Result result) {
        boolean served = workload.rules().status() == 200;
        // even a flood of creates that come too soon has one in time every two seconds
        if (served ? result.refused() > 0 : result.refused() <= 0.95 * result.requests()) {
            throw new Failure("%s: %d of %d requests were refused (expected: %s)"
                    .formatted(workload.name(), result.refused(), result.requests(), served ? "0" : "all"));
        }
    }

    Latency steadily(Workload workload, int percent, double rate) {
        int port = workload.installation().server().port();
        int seconds = plan.rounds().seconds() * 2;
        var loop =
                new OpenLoop(port, workload.requests().get(), workload.rules().connections(), rate);
        return Latency.of(percent, rate, loop.run(seconds, seconds));
    }
}
