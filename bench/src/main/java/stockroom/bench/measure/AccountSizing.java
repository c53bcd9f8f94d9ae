package stockroom.bench.measure;

import java.util.List;
import stockroom.bench.process.Failure;

/// Finds how many accounts a workload of creating needs. An account may create once in two seconds, so the accounts
/// must last that long at the rate of this machine, which is measured.
final class AccountSizing {
    /// A little more than two, for clients that run ahead of others.
    private static final double SECONDS_OF_ACCOUNTS = 2.2;
    /// A later round may be quicker than the one that was measured, where other programs ran beside it.
    private static final double HEADROOM = 1.8;

    private final RoundRunner rounds;
    private final Plan plan;

    AccountSizing(RoundRunner rounds, Plan plan) {
        this.rounds = rounds;
        this.plan = plan;
    }

    /// Afterwards every entry is there, so that no round adds any; of a smoke run that would take too long.
    ///
    /// @param sides that are compared: each has as many accounts as the quicker one needs
    int accounts(List<CreateWorkload> sides) {
        int min = sides.getFirst().minAccounts();
        int available =
                sides.stream().mapToInt(side -> side.keys().size()).min().orElseThrow();
        refuseFewerThan(min, available);
        int filled = 0;
        for (int accounts = min; filled < accounts; ) {
            for (var side : sides) {
                if (!plan.isSmoke()) {
                    Prefill.sendOnce(side.between(filled, accounts));
                }
            }
            filled = accounts;
            accounts = next(accounts, available, rate(sides, accounts));
        }
        return filled;
    }

    private double rate(List<CreateWorkload> sides, int accounts) {
        double highest = 0;
        for (var side : sides) {
            var workload = side.withAccounts(accounts);
            rounds.warmUp(workload, plan.warmUp().each());
            highest = Math.max(highest, rounds.rate(workload));
        }
        return highest;
    }

    private static void refuseFewerThan(int min, int available) {
        if (available < min) {
            throw new Failure("%d accounts can create (expected: at least %d)".formatted(available, min));
        }
    }

    /// As many as before if they are enough. Never more than twice as many at once: with too few accounts most answers
    /// are refusals, which are quicker than creates.
    static int next(int accounts, int available, double rate) {
        int wanted = (int) Math.min(Integer.MAX_VALUE, Math.ceil(rate * SECONDS_OF_ACCOUNTS * HEADROOM));
        if (wanted <= accounts) {
            return accounts;
        }
        if (accounts == available) {
            refuseTooFew(accounts, rate);
            return accounts;
        }
        return Math.min(available, Math.min(wanted, 2 * accounts));
    }

    /// Else refusals would be measured.
    static void refuseTooFew(int accounts, double rate) {
        double needed = rate * SECONDS_OF_ACCOUNTS;
        if (needed > accounts) {
            throw new Failure("%.0f creates a second with %d accounts (expected: at least %.0f accounts)"
                    .formatted(rate, accounts, needed));
        }
    }

    /// For creates that are known to be no quicker than this.
    static int enough(double maxRate, int min, int available) {
        int accounts = (int) Math.ceil(maxRate * SECONDS_OF_ACCOUNTS * HEADROOM);
        return Math.clamp(accounts, Math.min(min, available), available);
    }
}
