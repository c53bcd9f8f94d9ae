package stockroom.bench.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import stockroom.bench.load.HttpConnection;
import stockroom.bench.load.Requests;
import stockroom.bench.load.Wrk;
import stockroom.bench.postgres.BareStatement;
import stockroom.bench.postgres.Pgbench;
import stockroom.bench.process.Command;
import stockroom.bench.process.CpuTime;
import stockroom.bench.process.Failure;
import stockroom.bench.report.ConsoleOutput;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.Round;
import stockroom.bench.server.ServerProcess;

/// Runs workloads in rounds: bare, service, bare, service, so that whatever else changes on the machine changes for
/// both.
final class RoundRunner {
    /// How many requests of a workload are looked at closely before a run.
    private static final int CHECKED = 3;

    private final Pgbench pgbench;
    private final List<Long> postmasters;
    private final Path requests;
    private final Plan plan;

    RoundRunner(Pgbench pgbench, List<Long> postmasters, Path folder, Plan plan) {
        this.pgbench = pgbench;
        this.postmasters = postmasters;
        this.requests = folder.resolve("requests");
        this.plan = plan;
    }

    /// Load that is not measured.
    void warmUp(Workload workload, int warmUpSeconds) {
        if (warmUpSeconds == 0) {
            return;
        }
        workload.before().run();
        warmUp(workload, workload.installation().server(), warmUpSeconds);
    }

    /// On another server of the same database.
    void warmUp(Workload workload, ServerProcess server, int warmUpSeconds) {
        Requests.write(requests, workload.requests().get());
        Wrk.run(server.port(), requests, workload.connections(), warmUpSeconds);
    }

    /// Requests a second of whichever side is quicker, whatever the answers are.
    double rate(Workload workload) {
        double bare = 0;
        if (!workload.bare().isEmpty()) {
            workload.before().run();
            bare = pgbench.run(
                            workload.installation().database(),
                            workload.bare(),
                            workload.connections(),
                            plan.rounds().seconds())
                    .perSecond();
        }
        workload.before().run();
        Requests.write(requests, workload.requests().get());
        var service = Wrk.run(
                workload.installation().server().port(),
                requests,
                workload.connections(),
                plan.rounds().seconds());
        return Math.max(bare, service.perSecond());
    }

    Measurement measure(String group, Workload workload, double x, int count) {
        return measure(group, List.of(workload), List.of(x), count).getFirst();
    }

    /// Several workloads that are compared with each other take turns.
    List<Measurement> measure(String group, List<Workload> workloads, List<Double> x) {
        return measure(group, workloads, x, plan.rounds().count());
    }

    List<Measurement> measure(String group, List<Workload> workloads, List<Double> x, int count) {
        var results = Stream.generate(() -> (List<Round>) new ArrayList<Round>())
                .limit(workloads.size())
                .toList();
        for (int round = 0; round < count; round++) {
            for (int turn = 0; turn < workloads.size(); turn++) {
                // there and back again, so that none is always the one on the warmer server
                int i = round % 2 == 0 ? turn : workloads.size() - 1 - turn;
                results.get(i).add(round(workloads.get(i)));
            }
        }
        var all = new ArrayList<Measurement>();
        for (int i = 0; i < workloads.size(); i++) {
            var workload = workloads.get(i);
            all.add(new Measurement(
                    group, workload.name(), workload.title(), x.get(i), workload.connections(), results.get(i)));
        }
        all.forEach(ConsoleOutput::print);
        return all;
    }

    private Round round(Workload workload) {
        var server = workload.installation().server();
        var bare = bare(workload);
        workload.before().run();
        var prepared = workload.requests().get();
        check(workload, prepared);
        Requests.write(requests, prepared);
        var before = CpuTime.now(List.of(server.pid()), postmasters);
        var result = Wrk.run(
                server.port(), requests, workload.connections(), plan.rounds().seconds());
        var cpu = CpuTime.now(List.of(server.pid()), postmasters).since(before).each(result.requests());
        refuseUnlessRight(workload, result);
        return new Round(
                bare == null ? null : bare.perSecond,
                bare == null ? null : bare.cpu,
                result.perSecond(),
                cpu,
                server.resident());
    }

    private record BareResult(double perSecond, CpuTime cpu) {}

    private @Nullable BareResult bare(Workload workload) {
        if (workload.bare().isEmpty()) {
            return null;
        }
        workload.before().run();
        var database = workload.installation().database();
        long turns = pgbench.turnsTaken(database);
        var before = CpuTime.now(List.of(), postmasters);
        var result = pgbench.run(
                database, workload.bare(), workload.connections(), plan.rounds().seconds());
        pgbench.awaitGone();
        var cpu = CpuTime.now(List.of(), postmasters).since(before).each(result.transactions());
        if (!plan.isSmoke()) {
            if (workload.accounts() > 0) {
                AccountSizing.refuseTooFew(workload.accounts(), result.perSecond() * share(workload));
            }
            refuseUnlessAdmitted(workload, result.transactions(), pgbench.turnsTaken(database) - turns);
        }
        return new BareResult(result.perSecond(), cpu);
    }

    /// What part of a mix waits for its turn.
    private static double share(Workload workload) {
        int all = workload.bare().stream().mapToInt(BareStatement::weight).sum();
        return workload.bare().stream()
                        .filter(BareStatement::inTurn)
                        .mapToInt(BareStatement::weight)
                        .sum()
                / (double) all;
    }

    /// pgbench does not look at answers, and a create that comes before its turn is an answer like any other.
    private static void refuseUnlessAdmitted(Workload workload, long creates, long turns) {
        if (share(workload) == 1 && turns < creates) {
            throw new Failure("%s: %d of %d bare requests were given a turn (expected: all)"
                    .formatted(workload.name(), turns, creates));
        }
    }

    /// wrk counts statuses; that the answers are those we mean is seen here. Those that create would lose their turns.
    private static void check(Workload workload, List<byte[]> prepared) {
        if (workload.accounts() > 0) {
            return;
        }
        try (var connection =
                new HttpConnection(workload.installation().server().port())) {
            for (int i = 0; i < CHECKED; i++) {
                var answer = connection.ask(prepared.get(i * (prepared.size() / CHECKED)));
                boolean right = workload.status() == 200 ? answer.succeeded() : answer.status() == workload.status();
                if (!right) {
                    throw new Failure("%s: answered %d %s (expected: %d)"
                            .formatted(workload.name(), answer.status(), answer.body(), workload.status()));
                }
            }
        } catch (IOException e) {
            throw new Failure("%s: %s".formatted(workload.name(), e.getMessage()), e);
        }
    }

    private static void refuseUnlessRight(Workload workload, Wrk.Result result) {
        // of a flood that comes too soon, one in two seconds is in time
        boolean right = workload.status() == 200 ? result.refused() == 0 : result.refused() > 0.95 * result.requests();
        if (!right) {
            throw new Failure("%s: %d of %d requests were refused (expected: %s)"
                    .formatted(
                            workload.name(),
                            result.refused(),
                            result.requests(),
                            workload.status() == 200 ? "0" : "all"));
        }
    }

    /// The same workload on several servers at once, their connections 64 in all.
    Round together(Workload workload, Collection<ServerProcess> servers) {
        Requests.write(requests, workload.requests().get());
        var before = CpuTime.now(pids(servers), postmasters);
        int left = workload.connections();
        int serversLeft = servers.size();
        var running = new ArrayList<Command.Running>();
        for (var server : servers) {
            int connections = Math.ceilDiv(left, serversLeft);
            running.add(Wrk.start(
                    server.port(), requests, connections, plan.rounds().seconds()));
            left -= connections;
            serversLeft--;
        }
        var results = running.stream().map(Wrk::result).toList();
        results.forEach(result -> refuseUnlessRight(workload, result));
        long all = results.stream().mapToLong(Wrk.Result::requests).sum();
        var cpu = CpuTime.now(pids(servers), postmasters).since(before).each(all);
        return new Round(
                null,
                null,
                results.stream().mapToDouble(Wrk.Result::perSecond).sum(),
                cpu,
                servers.stream().mapToLong(ServerProcess::resident).max().orElseThrow());
    }

    private static List<Long> pids(Collection<ServerProcess> servers) {
        return servers.stream().map(ServerProcess::pid).toList();
    }
}
