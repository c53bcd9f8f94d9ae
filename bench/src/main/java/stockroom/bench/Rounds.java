package stockroom.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Runs works in rounds: bare, service, bare, service, so that whatever else changes on the machine changes for both.
final class Rounds {
    /// An account may create once in two seconds; a little more, for clients that run ahead of others.
    private static final double SECONDS_OF_ACCOUNTS = 2.2;
    /// How many requests of a work are looked at closely before a run.
    private static final int CHECKED = 3;

    private final Pgbench pgbench;
    private final long postmaster;
    private final Path requests;
    private final Plan plan;

    Rounds(Pgbench pgbench, long postmaster, Path folder, Plan plan) {
        this.pgbench = pgbench;
        this.postmaster = postmaster;
        this.requests = folder.resolve("requests");
        this.plan = plan;
    }

    /// Load that is not measured.
    void warmUp(Work work, int warmUpSeconds) {
        if (warmUpSeconds == 0) {
            return;
        }
        work.before().run();
        warmUp(work, work.service().server(), warmUpSeconds);
    }

    /// On another server of the same database.
    void warmUp(Work work, ServerProcess server, int warmUpSeconds) {
        Requests.write(requests, work.requests().get());
        Wrk.run(server.port(), requests, work.connections(), warmUpSeconds);
    }

    Measured measure(String group, Work work, double x, int count) {
        return measure(group, List.of(work), List.of(x), count).getFirst();
    }

    /// Several works that are compared with each other take turns.
    List<Measured> measure(String group, List<Work> works, List<Double> x) {
        return measure(group, works, x, plan.rounds());
    }

    List<Measured> measure(String group, List<Work> works, List<Double> x, int count) {
        var results = Stream.generate(() -> (List<Round>) new ArrayList<Round>())
                .limit(works.size())
                .toList();
        for (int round = 0; round < count; round++) {
            for (int turn = 0; turn < works.size(); turn++) {
                // there and back again, so that none is always the one on the warmer server
                int i = round % 2 == 0 ? turn : works.size() - 1 - turn;
                results.get(i).add(round(works.get(i)));
            }
        }
        var all = new ArrayList<Measured>();
        for (int i = 0; i < works.size(); i++) {
            var work = works.get(i);
            all.add(new Measured(group, work.name(), work.title(), x.get(i), work.connections(), results.get(i)));
        }
        all.forEach(Console::print);
        return all;
    }

    private Round round(Work work) {
        var server = work.service().server();
        var bare = bare(work);
        work.before().run();
        var prepared = work.requests().get();
        check(work, prepared);
        Requests.write(requests, prepared);
        var before = Cpu.now(List.of(server), postmaster);
        var result = Wrk.run(server.port(), requests, work.connections(), plan.seconds());
        var cpu = Cpu.now(List.of(server), postmaster).since(before).each(result.requests());
        refuseUnlessRight(work, result);
        return new Round(
                bare == null ? null : bare.perSecond,
                bare == null ? null : bare.cpu,
                result.perSecond(),
                cpu,
                server.resident());
    }

    private record BareResult(double perSecond, Cpu cpu) {}

    private @Nullable BareResult bare(Work work) {
        if (work.bare().isEmpty()) {
            return null;
        }
        work.before().run();
        var database = work.service().database();
        long turns = pgbench.turnsTaken(database);
        var before = Cpu.now(List.of(), postmaster);
        var result = pgbench.run(database, work.bare(), work.connections(), plan.seconds());
        pgbench.awaitGone();
        var cpu = Cpu.now(List.of(), postmaster).since(before).each(result.transactions());
        if (!plan.isSmoke()) {
            refuseTooFewAccounts(work, result.perSecond() * share(work));
            refuseUnlessAdmitted(work, result.transactions(), pgbench.turnsTaken(database) - turns);
        }
        return new BareResult(result.perSecond(), cpu);
    }

    /// What part of a mix waits for its turn.
    private static double share(Work work) {
        int all = work.bare().stream().mapToInt(Bare::weight).sum();
        return work.bare().stream().filter(Bare::inTurn).mapToInt(Bare::weight).sum() / (double) all;
    }

    /// Else pgbench would measure refusals.
    private static void refuseTooFewAccounts(Work work, double creates) {
        if (work.accounts() > 0 && creates * SECONDS_OF_ACCOUNTS > work.accounts()) {
            throw new Failure("%s: %.0f a second with %d accounts (expected: at least %.0f accounts)"
                    .formatted(work.name(), creates, work.accounts(), creates * SECONDS_OF_ACCOUNTS));
        }
    }

    /// pgbench does not look at answers, and a create that comes before its turn is an answer like any other.
    private static void refuseUnlessAdmitted(Work work, long creates, long turns) {
        if (share(work) == 1 && turns < creates) {
            throw new Failure("%s: %d of %d bare requests were given a turn (expected: all)"
                    .formatted(work.name(), turns, creates));
        }
    }

    /// wrk counts statuses; that the answers are those we mean is seen here. Those that create would lose their turns.
    private static void check(Work work, List<byte[]> prepared) {
        if (work.accounts() > 0) {
            return;
        }
        try (var connection = new HttpConnection(work.service().server().port())) {
            for (int i = 0; i < CHECKED; i++) {
                var answer = connection.ask(prepared.get(i * (prepared.size() / CHECKED)));
                boolean right = work.status() == 200 ? answer.succeeded() : answer.status() == work.status();
                if (!right) {
                    throw new Failure("%s: answered %d %s (expected: %d)"
                            .formatted(work.name(), answer.status(), answer.body(), work.status()));
                }
            }
        } catch (IOException e) {
            throw new Failure("%s: %s".formatted(work.name(), e.getMessage()), e);
        }
    }

    private static void refuseUnlessRight(Work work, Wrk.Result result) {
        // of a flood that comes too soon, one in two seconds is in time
        boolean right = work.status() == 200 ? result.refused() == 0 : result.refused() > 0.95 * result.requests();
        if (!right) {
            throw new Failure("%s: %d of %d requests were refused (expected: %s)"
                    .formatted(work.name(), result.refused(), result.requests(), work.status() == 200 ? "0" : "all"));
        }
    }

    /// The same work on several servers at once, their connections 64 in all.
    Round together(Work work, Collection<ServerProcess> servers) {
        Requests.write(requests, work.requests().get());
        var before = Cpu.now(servers, postmaster);
        int left = work.connections();
        int serversLeft = servers.size();
        var running = new ArrayList<Command.Running>();
        for (var server : servers) {
            int connections = Math.ceilDiv(left, serversLeft);
            running.add(Wrk.start(server.port(), requests, connections, plan.seconds()));
            left -= connections;
            serversLeft--;
        }
        var results = running.stream().map(Wrk::result).toList();
        results.forEach(result -> refuseUnlessRight(work, result));
        long all = results.stream().mapToLong(Wrk.Result::requests).sum();
        var cpu = Cpu.now(servers, postmaster).since(before).each(all);
        return new Round(
                null,
                null,
                results.stream().mapToDouble(Wrk.Result::perSecond).sum(),
                cpu,
                servers.stream().mapToLong(ServerProcess::resident).max().orElseThrow());
    }
}
