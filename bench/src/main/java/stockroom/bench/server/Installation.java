package stockroom.bench.server;

import java.util.List;
import java.util.Map;
import stockroom.bench.load.Application;
import stockroom.bench.load.RequestKey;
import stockroom.bench.load.Requests;
import stockroom.bench.postgres.Postgres;
import stockroom.bench.process.Failure;

/// A filled database, the application that calls, and a server on it.
///
/// @param keys one product with stock of each merchant that has one, in no order
public record Installation(
        Postgres postgres,
        String database,
        Application application,
        List<RequestKey> keys,
        ServerProcess server,
        Map<String, String> settings)
        implements AutoCloseable {

    public Requests requests() {
        return Requests.signedBy(application);
    }

    /// The first ones; fewer would be another measurement.
    public List<RequestKey> keys(int wanted) {
        if (keys.size() < wanted) {
            throw new Failure(
                    "%s has %d merchants with stock (expected: at least %d)".formatted(database, keys.size(), wanted));
        }
        return keys.subList(0, wanted);
    }

    /// Runs VACUUM and writes everything to the disk, so that no round pays for what was before it.
    public void settle(String vacuum) {
        postgres.onAllNodes(database, vacuum, "CHECKPOINT");
    }

    @Override
    public void close() {
        server.close();
    }
}
