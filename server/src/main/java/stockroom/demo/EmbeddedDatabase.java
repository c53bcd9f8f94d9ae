package stockroom.demo;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.util.ArchUtils;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Locale;
import stockroom.database.DatabaseAddress;

/// A PostgreSQL from a jar for the demonstration and tests. It needs no installation and leaves no files.
public final class EmbeddedDatabase implements AutoCloseable {
    private static final Duration START_TIME = Duration.ofMinutes(1);

    /// Stops PostgreSQL and deletes its data when standard input closes, which happens however this process ends.
    private static final String GUARD = """
            trap '' HUP INT TERM; while read -r _; do :; done
            read -r pid < "$0/postmaster.pid" && kill -QUIT "$pid" && kill -CONT "$pid"
            while kill -0 "$pid"; do sleep 0.1; done; rm -rf "$0"
            """;

    private final EmbeddedPostgres postgres;
    private final Process guard;

    public EmbeddedDatabase() {
        try {
            var data = Files.createTempDirectory("stockroom-postgres");
            this.guard = new ProcessBuilder("sh", "-c", GUARD, data.toString())
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            this.postgres = EmbeddedPostgres.builder()
                    .setPgBinaryResolver(EmbeddedDatabase::binaries)
                    .setDataDirectory(data)
                    .setServerConfig("max_connections", "200")
                    // The user's locale may not be installed here.
                    .setLocaleConfig("locale", "C")
                    .setErrorRedirector(Redirect.DISCARD)
                    .setOutputRedirector(Redirect.DISCARD)
                    .setRegisterShutdownHook(false)
                    .setPGStartupWait(START_TIME)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("the embedded PostgreSQL does not start", e);
        }
    }

    /// The binaries may be on the class path twice; either copy will do.
    private static InputStream binaries(String system, String machine) {
        var name = "/postgres-%s-%s.txz"
                .formatted(system, ArchUtils.normalize(machine))
                .toLowerCase(Locale.ROOT);
        var found = EmbeddedDatabase.class.getResourceAsStream(name);
        if (found == null) {
            throw new IllegalStateException("there is no embedded PostgreSQL for this machine: " + name);
        }
        return found;
    }

    public DatabaseAddress address() {
        return new DatabaseAddress(
                "jdbc:postgresql://localhost:%d/postgres".formatted(postgres.getPort()), "postgres", "");
    }

    @Override
    public void close() {
        try {
            postgres.close();
            guard.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
