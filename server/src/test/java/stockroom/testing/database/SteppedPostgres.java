package stockroom.testing.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import stockroom.database.DatabaseAddress;

/// Runs a PostgreSQL 15 whose clock can be moved; it ends with its standard input.
public final class SteppedPostgres implements AutoCloseable {
    private final Process process;
    private final int port;

    public SteppedPostgres(SteppedClock clock) throws IOException {
        var builder = new ProcessBuilder("../scripts/with-postgres", "sh", "-c", "echo port $PGPORT; cat");
        var environment =
                clock.environment().entrySet().stream().map(Object::toString).collect(Collectors.joining(" "));
        builder.environment().put("POSTGRES_ENVIRONMENT", environment);
        this.process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        var lines = process.inputReader(StandardCharsets.UTF_8);
        var line = lines.readLine();
        while (line != null && !line.startsWith("port ")) {
            line = lines.readLine();
        }
        if (line == null) {
            throw new IllegalStateException("PostgreSQL does not start");
        }
        this.port = Integer.parseInt(line.substring("port ".length()));
    }

    public DatabaseAddress address() {
        return new DatabaseAddress("jdbc:postgresql://127.0.0.1:%d/postgres".formatted(port), "postgres", "");
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        process.onExit().join();
    }
}
