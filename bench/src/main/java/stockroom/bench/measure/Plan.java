package stockroom.bench.measure;

import java.util.List;
import stockroom.bench.process.Failure;
import stockroom.bench.server.Installation;

/// How much a run of the benchmark measures.
///
/// @param everyWorkload whether workloads without a target, and the pages of a large merchant, are measured too
/// @param starts number of timed server starts
public record Plan(
        String name,
        boolean everyWorkload,
        Rounds rounds,
        int maxWarmUpRounds,
        Installation.Size data,
        int largeMerchantProducts,
        Callers callers,
        Sweeps sweeps,
        int starts) {
    private static final int MAX_WARM_UP_ROUNDS = 24;
    private static final Installation.Size MEDIUM = new Installation.Size(12_000, 100_000, 300_000);

    /// How often workloads run, and for how many seconds.
    ///
    /// @param createCount number of rounds of workloads that create, which vary most
    /// @param bareWarmUp warm-up of pgbench, whose new connections plan their statements first
    /// @param firstWarmUp a warm-up round of a new server
    /// @param warmUp a warm-up round before each further workload
    public record Rounds(int count, int createCount, int seconds, int bareWarmUp, int firstWarmUp, int warmUp) {}

    /// The least numbers of callers, see [Creates]. Full accounts create 2,700 entries, the others one.
    record Callers(int keys, int accounts, int fullAccounts) {
        static final Callers MEDIUM = new Callers(1_024, 8_192, 512);
    }

    /// @param connections the numbers of open connections, of which 64 are busy
    /// @param loads percentages of the highest throughput at which latency is measured
    record Sweeps(List<Integer> entries, List<Integer> processes, List<Integer> connections, List<Integer> loads) {
        static Sweeps ofLoads(Integer... loads) {
            return new Sweeps(List.of(), List.of(), List.of(), List.of(loads));
        }
    }

    public static Plan of(String name) {
        return switch (name) {
            case "full" ->
                new Plan(
                        name,
                        true,
                        new Rounds(5, 9, 2, 1, 5, 2),
                        MAX_WARM_UP_ROUNDS,
                        new Installation.Size(30_000, 300_000, 1_500_000),
                        1_000_000,
                        new Callers(1_024, 16_384, 512),
                        new Sweeps(
                                List.of(10_000, 100_000, 1_000_000, 10_000_000),
                                List.of(1, 2, 3),
                                List.of(64, 1_000, 4_000, 10_000),
                                List.of(25, 50, 90)),
                        5);
            case "quick" -> medium(name, new Rounds(7, 5, 2, 1, 5, 1), Sweeps.ofLoads(50));
            case "against" -> medium(name, new Rounds(9, 9, 4, 0, 10, 3), Sweeps.ofLoads());
            case "cluster" -> medium(name, new Rounds(5, 5, 4, 0, 5, 2), Sweeps.ofLoads());
            case "smoke" ->
                new Plan(
                        name,
                        true,
                        new Rounds(1, 1, 1, 0, 1, 1),
                        0,
                        new Installation.Size(8_192, 30_000, 60_000),
                        5_000,
                        new Callers(256, 4_096, 256),
                        new Sweeps(List.of(10_000), List.of(2), List.of(64, 200), List.of(50)),
                        1);
            default ->
                throw new Failure(
                        "mode: %s (expected: full, quick, smoke, report, against or cluster)".formatted(name));
        };
    }

    private static Plan medium(String name, Rounds rounds, Sweeps sweeps) {
        return new Plan(name, false, rounds, MAX_WARM_UP_ROUNDS, MEDIUM, 0, Callers.MEDIUM, sweeps, 1);
    }

    /// Tells whether the values of the figures do not matter.
    public boolean isSmoke() {
        return name.equals("smoke");
    }
}
