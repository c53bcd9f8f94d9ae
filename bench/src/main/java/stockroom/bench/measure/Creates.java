package stockroom.bench.measure;

import java.util.List;
import java.util.function.Function;
import stockroom.bench.load.HttpConnection;
import stockroom.bench.load.RequestKey;
import stockroom.bench.process.Failure;
import stockroom.bench.process.Sleep;

/// A workload that creates stock. An account may create once in two seconds, so the number of accounts must suit the
/// rate; a minimum of 0 means that nothing is created.
record Creates(String name, int minAccounts, List<RequestKey> keys, Function<List<RequestKey>, Workload> ofKeys) {
    /// This is a little more than the two seconds, because some clients run ahead of others.
    private static final double SECONDS_OF_ACCOUNTS = 2.2;
    /// A warm server, and even more so bare PostgreSQL, is faster than the cold one that adds the entries.
    private static final double HEADROOM = 5;

    /// Adds all entries, so that no round adds any, and chooses as many accounts as the faster side needs. A
    /// smoke run takes the least number and adds nothing.
    static List<Workload> prepared(List<Creates> sides, Plan plan) {
        int filled = 0;
        int wanted = sides.getFirst().minAccounts;
        int available = sides.stream().mapToInt(side -> side.keys.size()).min().orElseThrow();
        if (available < wanted) {
            throw new Failure("%d accounts can create (expected: at least %d)".formatted(available, wanted));
        }
        for (int step = 0; step < 2 && filled < wanted; step++) {
            double rate = 0;
            for (var side : plan.isSmoke() ? List.<Creates>of() : sides) {
                rate = Math.max(rate, sendOnce(side.ofKeys.apply(side.keys.subList(filled, wanted))));
            }
            filled = wanted;
            wanted = accounts(rate, filled, available);
        }
        int accounts = filled;
        return sides.stream()
                .map(side -> side.ofKeys.apply(side.keys.subList(0, accounts)))
                .toList();
    }

    static int accounts(double rate, int min, int available) {
        return Math.clamp((long) Math.ceil(rate * SECONDS_OF_ACCOUNTS * HEADROOM), Math.min(min, available), available);
    }

    /// Fails if there are too few accounts, because the run would measure refusals.
    static void refuseTooFew(int accounts, double rate) {
        double needed = rate * SECONDS_OF_ACCOUNTS;
        if (needed > accounts) {
            throw new Failure("%.0f creates a second with %d accounts (expected: at least %.0f accounts)"
                    .formatted(rate, accounts, needed));
        }
    }

    private static double sendOnce(Workload workload) {
        // the accounts may just have created other entries
        Sleep.millis(Workloads.TURN_MILLIS);
        int port = workload.installation().server().port();
        var requests = workload.requests().get().subList(0, workload.rules().accounts());
        long begun = System.nanoTime();
        requests.parallelStream()
                .forEach(request -> HttpConnection.ask(port, request).require());
        double rate = requests.size() * 1e9 / (System.nanoTime() - begun);
        // without it a create costs the database half as much again until autovacuum runs
        workload.installation().settle("VACUUM ANALYZE");
        return rate;
    }
}
