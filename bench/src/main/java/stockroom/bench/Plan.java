package stockroom.bench;

import java.util.List;

/// How much is measured, and for how long.
///
/// @param createRounds of works that create, which vary most
/// @param seconds of one run of one side of a work
/// @param warmUp seconds of load before anything is measured: Java compiles what it finds busy
/// @param warmUpEach seconds of load before each further work
/// @param everyWork whether works without a target, and the pages of a large merchant, are measured as well
/// @param bareWarmUp seconds of pgbench that do not count: its connections are new and plan their statements first
/// @param largeProducts products of the one large merchant
/// @param accounts that take turns in creating one entry; more than two seconds' worth of requests
/// @param fullAccounts that take turns in creating 2,700 entries, at least
/// @param growth numbers of stock entries
/// @param open connections, of which 64 are busy
/// @param loads percentages of the highest throughput at which latency is measured
/// @param steadinessSeconds of watching the idle machine before each round of these
record Plan(
        String name,
        boolean everyWork,
        int rounds,
        int createRounds,
        int seconds,
        int warmUp,
        int warmUpEach,
        int bareWarmUp,
        int merchants,
        int products,
        int entries,
        int largeProducts,
        int keys,
        int accounts,
        int fullAccounts,
        List<Integer> growth,
        List<Integer> processes,
        List<Integer> open,
        List<Integer> loads,
        int starts,
        int steadinessSeconds) {

    static Plan of(String name) {
        return switch (name) {
            case "full" ->
                new Plan(
                        name,
                        true,
                        5,
                        9,
                        2,
                        20,
                        4,
                        1,
                        30_000,
                        300_000,
                        1_500_000,
                        1_000_000,
                        1_024,
                        16_384,
                        512,
                        List.of(10_000, 100_000, 1_000_000, 10_000_000),
                        List.of(1, 2, 3),
                        List.of(64, 1_000, 4_000, 10_000),
                        List.of(25, 50, 90),
                        5,
                        5);
            case "quick" ->
                new Plan(
                        name,
                        false,
                        3,
                        3,
                        2,
                        8,
                        1,
                        1,
                        12_000,
                        100_000,
                        300_000,
                        0,
                        1_024,
                        8_192,
                        256,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(50),
                        1,
                        3);
            case "against" ->
                new Plan(
                        name, false, 9, 9, 4, 60, 15, 0, 12_000, 100_000, 300_000, 0, 1_024, 8_192, 256, List.of(),
                        List.of(), List.of(), List.of(), 0, 0);
            case "smoke" ->
                new Plan(
                        name,
                        true,
                        1,
                        1,
                        1,
                        1,
                        0,
                        1,
                        16_384,
                        60_000,
                        200_000,
                        5_000,
                        256,
                        12_288,
                        320,
                        List.of(10_000),
                        List.of(2),
                        List.of(64, 200),
                        List.of(50),
                        1,
                        1);
            default -> throw new Failure("mode: %s (expected: full, quick, smoke, report or against)".formatted(name));
        };
    }

    /// Whether the figures do not matter, only that there are any.
    boolean isSmoke() {
        return name.equals("smoke");
    }
}
