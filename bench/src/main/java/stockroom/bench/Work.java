package stockroom.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/// Something to measure: requests to the service and, where there is such a thing, the same work bare.
///
/// @param requests made anew for each run, since their signs grow old
/// @param bare none for what only the service does
/// @param accounts how many take turns in creating stock; 0 where nobody waits for a turn
/// @param status that every answer must have
/// @param before what is done before each run of either side, outside the timing
record Work(
        String name,
        String title,
        Service service,
        Supplier<List<byte[]>> requests,
        List<Bare> bare,
        int connections,
        int accounts,
        int status,
        Runnable before) {

    Work(String name, String title, Service service, Supplier<List<byte[]>> requests, List<Bare> bare) {
        this(name, title, service, requests, bare, Bare.CLIENTS, 0, 200, () -> {});
    }

    Work on(int connections) {
        return new Work(name, title, service, requests, bare, connections, accounts, status, before);
    }

    Work inTurnsOf(int accounts) {
        return new Work(name, title, service, requests, bare, connections, accounts, status, before);
    }

    Work refusedWith(int status) {
        return new Work(name, title, service, requests, bare, connections, accounts, status, before);
    }

    Work after(Runnable before) {
        return new Work(name, title, service, requests, bare, connections, accounts, status, before);
    }

    /// The service alone; the title says which of two it is.
    Work withoutBare(String side) {
        return new Work(name, side + ": " + title, service, requests, List.of(), connections, accounts, status, before);
    }

    /// How long an answer's body is, the mean of some.
    double answerBytes(int answers) {
        try (var connection = new HttpConnection(service.server().port())) {
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
