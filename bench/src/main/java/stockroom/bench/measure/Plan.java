package stockroom.bench.measure;

import java.util.List;
import stockroom.bench.process.Failure;

/// How much is measured, and for how long.
///
/// @param everyWorkload whether workloads without a target, and the pages of a large merchant, are measured as well
/// @param starts of a server that are timed
public record Plan(
        String name,
        boolean everyWorkload,
        Rounds rounds,
        WarmUp warmUp,
        DataSize data,
        Callers callers,
        Sweeps sweeps,
        int starts) {

    /// How often and how long each workload runs.
    ///
    /// @param createRounds of workloads that create, which vary most
    /// @param seconds of one run of one side of a workload
    public record Rounds(int count, int createRounds, int seconds) {}

    /// Seconds of load before anything is measured: Java compiles what it finds busy.
    ///
    /// @param each before each further workload
    /// @param bare of pgbench that do not count: its connections are new and plan their statements first
    record WarmUp(int first, int each, int bare) {}

    /// @param largeMerchantProducts products of the one large merchant
    record DataSize(int merchants, int products, int entries, int largeMerchantProducts) {}

    /// How many of them call in turn. More accounts create where the machine's rate needs more: see [AccountSizing].
    ///
    /// @param keys of workloads that read
    /// @param accounts that create one entry, at least
    /// @param fullAccounts that create 2,700 entries, at least
    record Callers(int keys, int accounts, int fullAccounts) {}

    /// What is measured in several settings.
    ///
    /// @param entries of stock in the database
    /// @param processes of the server
    /// @param connections that are open, of which 64 are busy
    /// @param loads percentages of the highest throughput at which latency is measured
    /// @param jitterSeconds of watching the idle machine before each round of these
    record Sweeps(
            List<Integer> entries,
            List<Integer> processes,
            List<Integer> connections,
            List<Integer> loads,
            int jitterSeconds) {
        static final Sweeps NONE = new Sweeps(List.of(), List.of(), List.of(), List.of(), 0);

        static Sweeps ofLoads(List<Integer> loads, int jitterSeconds) {
            return new Sweeps(List.of(), List.of(), List.of(), loads, jitterSeconds);
        }
    }

    public static Plan of(String name) {
        return switch (name) {
            case "full" ->
                new Plan(
                        name,
                        true,
                        new Rounds(5, 9, 2),
                        new WarmUp(20, 4, 1),
                        new DataSize(30_000, 300_000, 1_500_000, 1_000_000),
                        new Callers(1_024, 16_384, 512),
                        new Sweeps(
                                List.of(10_000, 100_000, 1_000_000, 10_000_000),
                                List.of(1, 2, 3),
                                List.of(64, 1_000, 4_000, 10_000),
                                List.of(25, 50, 90),
                                5),
                        5);
            case "quick" ->
                new Plan(
                        name,
                        false,
                        new Rounds(3, 3, 2),
                        new WarmUp(8, 1, 1),
                        new DataSize(12_000, 100_000, 300_000, 0),
                        new Callers(1_024, 8_192, 256),
                        Sweeps.ofLoads(List.of(50), 3),
                        1);
            case "against" ->
                new Plan(
                        name,
                        false,
                        new Rounds(9, 9, 4),
                        new WarmUp(60, 15, 0),
                        new DataSize(12_000, 100_000, 300_000, 0),
                        new Callers(1_024, 8_192, 256),
                        Sweeps.NONE,
                        0);
            case "cluster" ->
                new Plan(
                        name,
                        false,
                        new Rounds(5, 5, 4),
                        new WarmUp(20, 6, 0),
                        new DataSize(12_000, 100_000, 300_000, 0),
                        new Callers(1_024, 8_192, 256),
                        Sweeps.NONE,
                        0);
            case "smoke" ->
                new Plan(
                        name,
                        true,
                        new Rounds(1, 1, 1),
                        new WarmUp(1, 0, 1),
                        new DataSize(16_384, 60_000, 200_000, 5_000),
                        new Callers(256, 12_288, 320),
                        new Sweeps(List.of(10_000), List.of(2), List.of(64, 200), List.of(50), 1),
                        1);
            default ->
                throw new Failure(
                        "mode: %s (expected: full, quick, smoke, report, against or cluster)".formatted(name));
        };
    }

    /// Whether the figures do not matter, only that there are any.
    public boolean isSmoke() {
        return name.equals("smoke");
    }
}
