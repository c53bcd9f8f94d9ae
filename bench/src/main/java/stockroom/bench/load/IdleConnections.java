package stockroom.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import stockroom.bench.process.Failure;

/// Connections that have asked once and stay open.
public final class IdleConnections implements AutoCloseable {
    /// A server takes 2,000 from one address (`max-connections-per-address`).
    private static final int PER_ADDRESS = 1_900;

    /// Open files that a server or this program has beside the connections.
    private static final int SPARE_FILES = 1_000;

    private static final Pattern MAX_OPEN_FILES = Pattern.compile("^Max open files +(\\d+)", Pattern.MULTILINE);

    private static int opened;

    private final List<HttpConnection> connections = new ArrayList<>();

    public IdleConnections(int port, int count, List<byte[]> requests) {
        refuseTooFewFiles(count);
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

    /// Java raises its own limit as far as it may, and the servers have it from this process.
    private static void refuseTooFewFiles(int count) {
        try {
            int files = maxOpenFiles(Files.readString(Path.of("/proc/self/limits")));
            if (files < count + SPARE_FILES) {
                throw new Failure("%d files may be open (expected: at least %d; ulimit -Hn says how many may be)"
                        .formatted(files, count + SPARE_FILES));
            }
        } catch (IOException e) {
            throw new Failure("/proc/self/limits: " + e.getMessage(), e);
        }
    }

    static int maxOpenFiles(String limits) {
        var found = MAX_OPEN_FILES.matcher(limits);
        return found.find() ? Integer.parseInt(found.group(1)) : Integer.MAX_VALUE;
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
