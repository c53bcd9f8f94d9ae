package stockroom.bench.trials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import stockroom.bench.process.Command;
import stockroom.bench.process.Failure;

/// A PostgreSQL that archives into a pgBackRest repository, both in the folder that scripts/test-restore has made. It
/// is
/// set up and restored by the commands of docs/backup.md, in which only paths, port and user are replaced.
final class ArchivedPostgres {
    private static final Pattern BLOCK = Pattern.compile("<!-- drill: (\\S+) -->\n```sh\n(.*?)```", Pattern.DOTALL);
    private static final Pattern UNIT_COMMAND = Pattern.compile("^ExecStart=/usr/bin/(.*)$", Pattern.MULTILINE);

    private final Path distribution;
    private final Path folder = Path.of(fromEnvironment("RESTORE_FOLDER"));
    private final List<String> runAs = words(fromEnvironment("RUN_AS"));
    private final Map<String, String> guide = new TreeMap<>();
    private final Map<String, String> places = new LinkedHashMap<>();

    /// @param distribution its folder
    ArchivedPostgres(Path distribution) throws IOException {
        this.distribution = distribution;
        var blocks = BLOCK.matcher(Files.readString(Path.of("docs/backup.md")));
        while (blocks.find()) {
            guide.put(blocks.group(1), blocks.group(2));
        }
        places.put("/opt/stockroom", distribution.toString());
        places.put("/etc/pgbackrest.conf", folder + "/pgbackrest.conf");
        places.put("/etc/postgresql/15/main/conf.d", folder + "/conf.d");
        places.put("/var/lib/postgresql/15", folder + "/postgresql");
        places.put("/var/lib/pgbackrest", folder + "/repository");
        places.put("/var/run/postgresql", folder + "/run");
        places.put("=5432", "=" + fromEnvironment("PGPORT"));
        places.put("-o postgres -g postgres", runAs.isEmpty() ? "" : "-o nobody -g nogroup");
    }

    private static String fromEnvironment(String name) {
        return Objects.requireNonNull(System.getenv(name), name + " is set by scripts/test-restore");
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" ", -1));
    }

    Path folder() {
        return folder;
    }

    /// Installs the configuration as the guide does, and starts an empty database.
    void install() throws IOException {
        for (var name : List.of("conf.d", "postgresql", "repository", "run", "log", "lock", "spool")) {
            asOwner("mkdir", folder.resolve(name).toString());
        }
        follow("configure", Map.of(), Map.of());
        for (var file : List.of("pgbackrest.conf", "conf.d/stockroom-backup.conf")) {
            Files.writeString(folder.resolve(file), here(Files.readString(folder.resolve(file))));
        }
        asOwner(program("initdb"), "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", data());
        var settings = Path.of(data(), "postgresql.conf");
        Files.writeString(settings, Files.readString(settings) + """

                        listen_addresses = '127.0.0.1'
                        port = %2$s
                        unix_socket_directories = '%1$s/run'
                        include_dir = '%1$s/conf.d'
                        """.formatted(folder, fromEnvironment("PGPORT")));
        start();
    }

    private String data() {
        return folder + "/postgresql/main";
    }

    private static String program(String name) {
        return fromEnvironment("POSTGRES_BIN") + "/" + name;
    }

    /// Answers when it takes connections, which is before it has replayed all.
    void start() {
        pgCtl("start", "--log=" + folder + "/log/postgresql.log", "--timeout=300");
    }

    void stop() {
        pgCtl("stop", "--mode=fast");
    }

    private void pgCtl(String... words) {
        var all = new ArrayList<>(List.of(program("pg_ctl"), "--silent", "--wait", "--pgdata=" + data()));
        all.addAll(List.of(words));
        asOwner(all.toArray(String[]::new));
    }

    private void asOwner(String... words) {
        var all = new ArrayList<>(runAs);
        all.addAll(List.of(words));
        Command.run(environment(), all);
    }

    private Map<String, String> environment() {
        return Map.of(
                "PGBACKREST_CONFIG",
                folder + "/pgbackrest.conf",
                "PGBACKREST_LOG_PATH",
                folder + "/log",
                "PGBACKREST_LOCK_PATH",
                folder + "/lock",
                "PGBACKREST_SPOOL_PATH",
                folder + "/spool",
                // the role; on a host of its own it is the name of the user, too
                "PGBACKREST_PG1_USER",
                "postgres");
    }

    /// Pastes a block of the guide into a shell in the folder.
    ///
    /// @param values what the drill says otherwise than the guide
    /// @return what it printed
    String follow(String block, Map<String, String> values, Map<String, String> environment) {
        var text = guide.get(block);
        if (text == null) {
            throw new Failure("docs/backup.md has no block for the drill named " + block);
        }
        for (var value : values.entrySet()) {
            if (!text.contains(value.getKey())) {
                throw new Failure("block %s of docs/backup.md has no %s".formatted(block, value.getKey()));
            }
            text = text.replace(value.getKey(), value.getValue());
        }
        return shell(here(text), environment);
    }

    /// Runs what a unit runs that the timers start.
    void runUnit(String unit, String instance) throws IOException {
        var command = UNIT_COMMAND.matcher(
                Files.readString(distribution.resolve("backup").resolve(unit)));
        if (!command.find()) {
            throw new Failure(unit + " has no command");
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
        var environment = new TreeMap<>(environment());
        environment.putAll(more);
        environment.put("PATH", distribution.resolve("bin") + ":" + fromEnvironment("PATH"));
        var sudo = "cd '%s'; sudo() { shift 2; %s \"$@\"; }\n".formatted(folder, String.join(" ", runAs));
        return Command.run(environment, List.of("bash", "-euo", "pipefail", "-c", sudo + script));
    }
}
