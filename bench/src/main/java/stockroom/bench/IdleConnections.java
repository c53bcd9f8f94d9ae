package stockroom.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Connections that have asked once and stay open.
final class IdleConnections implements AutoCloseable {
    /// One address has some 28,000 ports, and those of closed connections rest for a minute.
    private static final int PER_ADDRESS = 5_000;

    private static int opened;

    private final List<HttpConnection> connections = new ArrayList<>();

    IdleConnections(int port, int count, List<byte[]> requests) {
        try {
            for (int i = 0; i < count; i++) {
                var connection = new HttpConnection("127.0.0." + (2 + opened++ / PER_ADDRESS % 250), port);
                connections.add(connection);
                var answer = connection.ask(requests.get(i % requests.size()));
                if (!answer.succeeded()) {
                    throw new IOException("answered %d %s".formatted(answer.status(), answer.body()));
                }
            }
        } catch (IOException e) {
            close();
            throw new Failure("after %d idle connections: %s".formatted(connections.size(), e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        for (var connection : connections) {
            try {
                connection.close();
            } catch (IOException e) {
                // it is gone either way
            }
        }
    }
}
