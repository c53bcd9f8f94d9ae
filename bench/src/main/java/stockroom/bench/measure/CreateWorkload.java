package stockroom.bench.measure;

import java.util.List;
import java.util.function.Function;
import stockroom.bench.load.RequestKey;

/// Creating stock, with any number of accounts.
///
/// @param minAccounts that create, at least
/// @param keys of all accounts that there are
record CreateWorkload(
        String name, int minAccounts, List<RequestKey> keys, Function<List<RequestKey>, Workload> ofKeys) {
    Workload withAccounts(int count) {
        return ofKeys.apply(keys.subList(0, count));
    }

    /// Of the accounts from one to the one before another.
    Workload between(int from, int to) {
        return ofKeys.apply(keys.subList(from, to));
    }

    CreateWorkload withoutBare() {
        return new CreateWorkload(name, minAccounts, keys, ofKeys.andThen(Workload::withoutBare));
    }
}
