package stockroom.testing.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import stockroom.database.DatabaseAddress;
import stockroom.testing.machine.Distribution;
import stockroom.testing.machine.Repository;

/// Runs a PostgreSQL that archives into a pgBackRest repository, with the commands of docs/backup.md after replacing
/// paths, port and user.
public final class ArchivedPostgres {
    private static final Pattern BLOCK = Pattern.compile("<!-- drill: (\\S+) -->\n```sh\n(.*?)```", Pattern.DOTALL);
    private static final Pattern UNIT_COMMAND = Pattern.compile("(?m)^ExecStart=/usr/bin/(.*)$");
    private static final String START = """
            sudo -u postgres "$POSTGRES_BIN/pg_ctl" --silent --wait --pgdata=postgresql/main --log=log/postgresql.log \
                --timeout=300 start
            """;

    private final Path folder = Path.of(fromEnvironment("RESTORE_FOLDER"));
    private final Map<String, String> guide = new HashMap<>();
    private final Map<String, String> places = new LinkedHashMap<>();
    private final Map<String, String> environment = new HashMap<>();

    /// Installs the configuration as the guide does, and starts an empty database.
    public ArchivedPostgres() throws IOException {
        var blocks = BLOCK.matcher(Files.readString(Repository.path("docs/backup.md")));
        while (blocks.find()) {
            guide.put(blocks.group(1), blocks.group(2));
        }
        places.put("/opt/stockroom", Distribution.folder().toString());
        places.put("/etc/pgbackrest.conf", folder + "/pgbackrest.conf");
        places.put("/etc/postgresql/15/main/conf.d", folder + "/conf.d");
        places.put("/var/lib/postgresql/15", folder + "/postgresql");
        places.put("/var/lib/pgbackrest", folder + "/repository");
        places.put("/var/run/postgresql", folder + "/run");
        places.put("=5432", "=" + fromEnvironment("PGPORT"));
        places.put("-o postgres -g postgres", fromEnvironment("RUN_AS").isEmpty() ? "" : "-o nobody -g nogroup");
        environment.put("PATH", Distribution.folder().resolve("bin") + ":" + fromEnvironment("PATH"));
        environment.put("PGBACKREST_CONFIG", folder + "/pgbackrest.conf");
        environment.put("PGBACKREST_LOG_PATH", folder + "/log");
        environment.put("PGBACKREST_LOCK_PATH", folder + "/lock");
        environment.put("PGBACKREST_SPOOL_PATH", folder + "/spool");
        // sets the role, which on a host of its own is also the user's name
        environment.put("PGBACKREST_PG1_USER", "postgres");
        shell("sudo -u postgres mkdir conf.d postgresql repository run log lock spool", Map.of());
        follow("configure", Map.of(), Map.of());
        for (var file : new String[] {"pgbackrest.conf", "conf.d/stockroom-backup.conf"}) {
            Files.writeString(folder.resolve(file), here(Files.readString(folder.resolve(file))));
        }
        shell("""
                sudo -u postgres "$POSTGRES_BIN/initdb" --auth=trust --username=postgres --encoding=UTF8 --locale=C \
                    postgresql/main
                cat >>postgresql/main/postgresql.conf <<END
                listen_addresses = '127.0.0.1'
                port = $PGPORT
                unix_socket_directories = '%1$s/run'
                include_dir = '%1$s/conf.d'
                END
                """.formatted(folder) + START, Map.of());
    }

    private static String fromEnvironment(String name) {
        return Objects.requireNonNull(System.getenv(name), name + " is set by scripts/test-restore");
    }

    public static DatabaseAddress database(String name) {
        return new DatabaseAddress(
                "jdbc:postgresql://127.0.0.1:%s/%s".formatted(fromEnvironment("PGPORT"), name), "postgres", "");
    }

    public Path folder() {
        return folder;
    }

    public void stop() {
        shell("sudo -u postgres \"$POSTGRES_BIN/pg_ctl\" --silent --wait --pgdata=postgresql/main stop", Map.of());
    }

    /// Returns once it accepts connections, which is before it has replayed everything.
    public void start() {
        shell(START, Map.of());
    }

    /// Pastes a block of the guide into a shell in the folder, and returns the output.
    public String follow(String block, Map<String, String> values, Map<String, String> more) {
        var text = Objects.requireNonNull(guide.get(block), "docs/backup.md has no block for the drill: " + block);
        for (var value : values.entrySet()) {
            if (!text.contains(value.getKey())) {
                throw new AssertionError("block %s of docs/backup.md has no %s".formatted(block, value.getKey()));
            }
            text = text.replace(value.getKey(), value.getValue());
        }
        return shell(here(text), more);
    }

    public void runUnit(String unit, String instance) throws IOException {
        var command = UNIT_COMMAND.matcher(
                Files.readString(Distribution.folder().resolve("backup").resolve(unit)));
        if (!command.find()) {
            throw new AssertionError(unit + " has no command");
        }
        shell("sudo -u postgres " + command.group(1).replace("%i", instance), Map.of());
    }

    private String here(String text) {
        var replaced = text;
        for (var place : places.entrySet()) {
            replaced = replaced.replace(place.getKey(), place.getValue());
        }
        return replaced;
    }

    private String shell(String script, Map<String, String> more) {
        var all = new HashMap<>(environment);
        all.putAll(more);
        var before = "cd '%s'; sudo() { shift 2; %s \"$@\"; }\n".formatted(folder, fromEnvironment("RUN_AS"));
        return Distribution.run(all, "bash", "-euo", "pipefail", "-c", before + script);
    }
}
