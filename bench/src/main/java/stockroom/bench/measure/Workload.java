package stockroom.bench.measure;

import java.util.List;
import java.util.function.Supplier;
import stockroom.bench.postgres.BareStatement;
import stockroom.bench.server.Installation;

/// Something to measure: requests to the service and, where there is such a thing, the same statements bare.
///
/// @param requests made anew for each run, since their signs grow old
/// @param bare none for what only the service does
/// @param x where it stands in the plot of its table
record Workload(
        String name,
        String title,
        double x,
        Installation installation,
        Supplier<List<byte[]>> requests,
        List<BareStatement> bare,
        Rules rules) {
    /// @param accounts how many take turns in creating stock; 0 where nobody waits for a turn
    /// @param status that every answer must have
    /// @param before what is done before each run of either side, outside the timing
    record Rules(int connections, int accounts, int status, Runnable before) {
        static final Rules READ = new Rules(BareStatement.CLIENTS, 0, 200, () -> {});

        Rules ofAccounts(int count) {
            return new Rules(connections, count, status, before);
        }
    }

    Workload titled(String otherTitle, double otherX) {
        return new Workload(name, otherTitle, otherX, installation, requests, bare, rules);
    }

    /// What part of its bare statements wait for their turn.
    double shareInTurn() {
        double all = bare.stream().mapToInt(BareStatement::weight).sum();
        return bare.stream()
                        .filter(BareStatement::inTurn)
                        .mapToInt(BareStatement::weight)
                        .sum()
                / all;
    }
}
