package stockroom.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;

/// A PostgreSQL of our own for demonstration and tests, from binaries in a jar: nothing to install, nothing left
/// behind.
public final class EmbeddedDatabase implements AutoCloseable {
    private final EmbeddedPostgres postgres;

    public EmbeddedDatabase() {
        try {
            this.postgres = EmbeddedPostgres.builder()
                    .setServerConfig("max_connections", "200")
                    .setErrorRedirector(Redirect.DISCARD)
                    .setOutputRedirector(Redirect.DISCARD)
                    .setRegisterShutdownHook(false)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("the embedded PostgreSQL does not start", e);
        }
    }

    public DatabaseAddress address() {
        return new DatabaseAddress(
                "jdbc:postgresql://localhost:%d/postgres".formatted(postgres.getPort()), "postgres", "");
    }

    @Override
    public void close() {
        try {
            postgres.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
