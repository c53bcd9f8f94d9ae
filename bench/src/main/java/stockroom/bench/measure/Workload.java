package stockroom.bench.measure;

import java.util.List;
import java.util.function.Supplier;
import stockroom.bench.postgres.BareStatement;
import stockroom.bench.server.Installation;

/// @param requests makes new requests for each run, since signatures expire
/// @param bare empty for what only the service does
record Workload(
        String name,
        String title,
        double x,
        Installation installation,
        Supplier<List<byte[]>> requests,
        List<BareStatement> bare,
        Rules rules) {
    /// @param accounts number of accounts that take turns in creating; 0 if no request waits for a turn
    /// @param before runs before each run of either side, untimed
    record Rules(int connections, int accounts, int status, Runnable before) {
        static final Rules READ = new Rules(BareStatement.CLIENTS, 0, 200, () -> {});

        Rules ofAccounts(int count) {
            return new Rules(connections, count, status, before);
        }
    }

    Workload titled(String otherTitle, double otherX) {
        return new Workload(name, otherTitle, otherX, installation, requests, bare, rules);
    }

    double shareInTurn() {
        double all = bare.stream().mapToInt(BareStatement::weight).sum();
        return bare.stream()
                        .filter(BareStatement::inTurn)
                        .mapToInt(BareStatement::weight)
                        .sum()
                / all;
    }
}
