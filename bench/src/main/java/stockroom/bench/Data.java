package stockroom.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import tools.jackson.databind.json.JsonMapper;

/// Makes databases and fills them, with the commands that operators have.
final class Data {
    private static final int SEED = 1;

    private final Postgres postgres;
    private final Dist dist;
    private final Path folder;
    private final Path keyset;

    Data(Postgres postgres, Dist dist, Path folder) {
        this.postgres = postgres;
        this.dist = dist;
        this.folder = folder;
        this.keyset = folder.resolve("keyset.json");
        Command.run(dist.server(), "create-keyset", keyset.toString());
    }

    Service make(String database, int merchants, int products, int entries) {
        long begun = System.nanoTime();
        postgres.execute("postgres", "CREATE DATABASE " + database);
        var settings = Map.of(
                "STOCKROOM_DATABASE_URL", postgres.url(database),
                "STOCKROOM_DATABASE_USER", postgres.user(),
                "STOCKROOM_AUTH_KEYSET_FILE", keyset.toString());
        // makes the tables as well
        var operatorKey = Command.run(settings, List.of(dist.server(), "create-operator-key", "bench"))
                .strip()
                .lines()
                .toList()
                .getLast();
        var server = ServerProcess.start(dist, settings, folder);
        server.awaitReady();
        var application = createApplication(server, operatorKey);
        var keys = generate(database, application, merchants, products, entries);
        // so that neither side pays for the other's housekeeping
        postgres.execute(database, "VACUUM ANALYZE", "CHECKPOINT");
        System.out.printf(
                "%s: %,d merchants, %,d products, %,d entries in %d s%n",
                database, merchants, products, entries, (System.nanoTime() - begun) / 1_000_000_000);
        return new Service(database, application, keys, server, settings);
    }

    private Application createApplication(ServerProcess server, String operatorKey) {
        var created = Command.run(
                Map.of(
                        "STOCKROOM_CLI_ADDRESS",
                        "http://127.0.0.1:" + server.adminPort(),
                        "STOCKROOM_CLI_KEY",
                        operatorKey),
                List.of(dist.commandLine(), "application", "create", "Benchmark", "--json"));
        var json = JsonMapper.shared().readTree(created);
        return new Application(
                json.get("applicationId").asLong(), json.get("secret").asString());
    }

    /// The one place that knows which program of a distribution generates, and by which settings: of earlier commits,
    /// which a comparison may have as its base, it is the command line.
    private List<Key> generate(String database, Application application, int merchants, int products, int entries) {
        var tokens = folder.resolve(database + ".tokens.csv");
        boolean byCommandLine = Command.run(dist.commandLine(), "--help").contains("generate");
        var prefix = byCommandLine ? "STOCKROOM_CLI_DATABASE_" : "STOCKROOM_DATABASE_";
        Command.run(
                Map.of(prefix + "URL", postgres.url(database), prefix + "USER", postgres.user()),
                List.of(
                        byCommandLine ? dist.commandLine() : dist.server(),
                        "generate",
                        "--merchants",
                        String.valueOf(merchants),
                        "--products",
                        String.valueOf(products),
                        "--entries",
                        String.valueOf(entries),
                        "--seed",
                        String.valueOf(SEED),
                        "--application",
                        String.valueOf(application.id()),
                        "--tokens",
                        tokens.toString(),
                        "--json"));
        return read(tokens);
    }

    /// Merchants that have no product with stock are left out.
    private static List<Key> read(Path tokens) {
        try (var lines = Files.lines(tokens)) {
            var keys = new ArrayList<>(lines.skip(1)
                    .map(line -> line.split(",", -1))
                    .filter(cells -> !cells[3].isEmpty())
                    .map(cells -> new Key(
                            Long.parseLong(cells[0]), Long.parseLong(cells[1]), cells[2], Integer.parseInt(cells[3])))
                    .toList());
            Collections.shuffle(keys, new Random(SEED));
            return List.copyOf(keys);
        } catch (IOException e) {
            throw new Failure("%s: %s".formatted(tokens, e.getMessage()), e);
        }
    }
}
