package stockroom.bench;

import java.util.List;
import java.util.Map;

/// A filled database, the application that calls, and a server on it.
///
/// @param keys one product with stock of each merchant that has one, in no order
record Service(
        String database, Application application, List<Key> keys, ServerProcess server, Map<String, String> settings)
        implements AutoCloseable {

    Requests requests() {
        return Requests.signedBy(application);
    }

    /// The first ones; fewer would be another measurement.
    List<Key> keys(int wanted) {
        if (keys.size() < wanted) {
            throw new Failure(
                    "%s has %d merchants with stock (expected: at least %d)".formatted(database, keys.size(), wanted));
        }
        return keys.subList(0, wanted);
    }

    @Override
    public void close() {
        server.close();
    }
}
