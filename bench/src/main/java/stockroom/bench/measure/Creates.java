package stockroom.bench.measure;

import java.util.List;
import java.util.function.Function;
import stockroom.bench.load.HttpConnection;
import stockroom.bench.load.RequestKey;
import stockroom.bench.process.Failure;
import stockroom.bench.process.Sleep;

/// Creating stock, with any number of accounts. An account may create once in two seconds, so the accounts must last
/// that long at the rate of this machine.
///
/// @param minAccounts that create, at least; 0 for a workload that creates nothing
/// @param keys of all accounts that there are
record Creates(String name, int minAccounts, List<RequestKey> keys, Function<List<RequestKey>, Workload> ofKeys) {
    /// A little more than two, for clients that run ahead of others.
    private static final double SECONDS_OF_ACCOUNTS = 2.2;
    /// A warm server, and more so bare PostgreSQL, is quicker than the cold one that adds the entries.
    private static final double HEADROOM = 5;

    /// Adds every entry by one request of each account, so that no round adds any, of as many accounts as the rate of
    /// that asks for. A smoke run takes the least and adds nothing.
    ///
    /// @param sides that are compared: each has as many accounts as the quicker one needs
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

    /// How many a rate needs; no fewer than the least, and no more than there are.
    static int accounts(double rate, int min, int available) {
        return Math.clamp((long) Math.ceil(rate * SECONDS_OF_ACCOUNTS * HEADROOM), Math.min(min, available), available);
    }

    /// Else refusals would be measured.
    static void refuseTooFew(int accounts, double rate) {
        double needed = rate * SECONDS_OF_ACCOUNTS;
        if (needed > accounts) {
            throw new Failure("%.0f creates a second with %d accounts (expected: at least %.0f accounts)"
                    .formatted(rate, accounts, needed));
        }
    }

    /// Answers requests a second.
    private static double sendOnce(Workload workload) {
        // the accounts may just have created something else
        Sleep.millis(Workloads.TURN_MILLIS);
        int port = workload.installation().server().port();
        var requests = workload.requests().get().subList(0, workload.rules().accounts());
        long begun = System.nanoTime();
        requests.parallelStream()
                .forEach(request -> HttpConnection.ask(port, request).require());
        double rate = requests.size() * 1e9 / (System.nanoTime() - begun);
        // without it a create costs the database half as much again until autovacuum runs, in the middle of some round
        workload.installation().settle("VACUUM ANALYZE");
        return rate;
    }
}
