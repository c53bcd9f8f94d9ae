package stockroom.bench.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import stockroom.bench.load.HttpConnection;
import stockroom.bench.postgres.BareStatement;
import stockroom.bench.process.Failure;
import stockroom.bench.server.Installation;

/// Something to measure: requests to the service and, where there is such a thing, the same statements bare.
///
/// @param requests made anew for each run, since their signs grow old
/// @param bare none for what only the service does
/// @param accounts how many take turns in creating stock; 0 where nobody waits for a turn
/// @param status that every answer must have
/// @param before what is done before each run of either side, outside the timing
record Workload(
        String name,
        String title,
        Installation installation,
        Supplier<List<byte[]>> requests,
        List<BareStatement> bare,
        int connections,
        int accounts,
        int status,
        Runnable before) {

    Workload(
            String name,
            String title,
            Installation installation,
            Supplier<List<byte[]>> requests,
            List<BareStatement> bare) {
        this(name, title, installation, requests, bare, BareStatement.CLIENTS, 0, 200, () -> {});
    }

    Workload on(int connections) {
        return new Workload(name, title, installation, requests, bare, connections, accounts, status, before);
    }

    Workload inTurnsOf(int accounts) {
        return new Workload(name, title, installation, requests, bare, connections, accounts, status, before);
    }

    Workload refusedWith(int status) {
        return new Workload(name, title, installation, requests, bare, connections, accounts, status, before);
    }

    Workload after(Runnable before) {
        return new Workload(name, title, installation, requests, bare, connections, accounts, status, before);
    }

    /// The service alone.
    Workload withoutBare() {
        return new Workload(name, title, installation, requests, List.of(), connections, accounts, status, before);
    }

    Workload titled(String title) {
        return new Workload(name, title, installation, requests, bare, connections, accounts, status, before);
    }

    /// How long an answer's body is, the mean of some.
    double answerBytes(int answers) {
        try (var connection = new HttpConnection(installation.server().port())) {
            long bytes = 0;
            for (var request : requests.get().subList(0, answers)) {
                bytes += connection.ask(request).body().getBytes(StandardCharsets.UTF_8).length;
            }
            return (double) bytes / answers;
        } catch (IOException e) {
            throw new Failure("%s: %s".formatted(title, e.getMessage()), e);
        }
    }
}
