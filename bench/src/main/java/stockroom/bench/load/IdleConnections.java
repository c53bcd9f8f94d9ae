package stockroom.bench.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import stockroom.bench.process.Failure;

/// Opens connections that send one request and stay open.
public final class IdleConnections implements AutoCloseable {
    /// A server with the distribution's heap takes 2,000 connections from one address.
    private static final int PER_ADDRESS = 1_900;

    private static int opened;

    private final List<HttpConnection> connections = new ArrayList<>();

    public IdleConnections(int port, int count, List<byte[]> requests) {
        try {
            for (int i = 0; i < count; i++) {
                var connection = new HttpConnection("127.0.0." + (2 + opened++ / PER_ADDRESS % 250), port);
                connections.add(connection);
                connection.ask(requests.get(i % requests.size())).require();
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
                // the connection is closed either way
            }
        }
    }
}
