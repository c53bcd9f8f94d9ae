package stockroom.bench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import stockroom.bench.load.Application;
import stockroom.bench.load.RequestKey;
import stockroom.bench.postgres.Postgres;
import stockroom.bench.process.Command;
import stockroom.bench.process.Failure;

/// Makes databases and fills them, with the commands that operators have.
public final class Installer {
    private static final int SEED = 1;

    private final Postgres postgres;
    private final Distribution distribution;
    private final Path folder;

    public Installer(Postgres postgres, Distribution distribution, Path folder) {
        this.postgres = postgres;
        this.distribution = distribution;
        this.folder = folder;
    }

    public Installation install(String database, int merchants, int products, int entries) {
        return install(database, merchants, products, entries, Map.of());
    }

    /// The same.
    ///
    /// @param more settings of the server
    public Installation install(String database, int merchants, int products, int entries, Map<String, String> more) {
        long begun = System.nanoTime();
        postgres.create(database);
        if (postgres.isCluster()) {
            Command.run(
                    Map.of(
                            "STOCKROOM_DATABASE_URL",
                            postgres.url(database),
                            "STOCKROOM_DATABASE_USER",
                            postgres.user()),
                    List.of(distribution.server(), "distribute"));
        }
        // each wrong sign of the flood comes from an address of its own; one address would be closed after ten
        var settings = new TreeMap<>(more);
        settings.put("STOCKROOM_AUTH_FAILURES_PER_MINUTE", "1000000");
        settings.put("STOCKROOM_TRUSTED_PROXIES", "127.0.0.1");
        var operated = OperatedServer.start(distribution, postgres, database, folder, settings);
        var created = operated.json("application", "create", "Benchmark");
        var application = new Application(
                created.get("applicationId").asLong(), created.get("secret").asString());
        var keys = generate(database, application, merchants, products, entries);
        var installation =
                new Installation(postgres, database, application, keys, operated.server(), operated.settings());
        installation.settle("VACUUM ANALYZE");
        System.out.printf(
                "%s: %,d merchants, %,d products, %,d entries in %d s%n",
                database, merchants, products, entries, (System.nanoTime() - begun) / 1_000_000_000);
        return installation;
    }

    /// The one place that knows which program of a distribution generates, and by which settings: of earlier commits,
    /// which a comparison may have as its base, it is the command line.
    private List<RequestKey> generate(
            String database, Application application, int merchants, int products, int entries) {
        var tokens = folder.resolve(database + ".tokens.csv");
        boolean byCommandLine =
                Command.run(distribution.commandLine(), "--help").contains("generate");
        var prefix = byCommandLine ? "STOCKROOM_CLI_DATABASE_" : "STOCKROOM_DATABASE_";
        Command.run(
                Map.of(prefix + "URL", postgres.url(database), prefix + "USER", postgres.user()),
                List.of(
                        byCommandLine ? distribution.commandLine() : distribution.server(),
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
    private static List<RequestKey> read(Path tokens) {
        try (var lines = Files.lines(tokens)) {
            var keys = new ArrayList<>(lines.skip(1)
                    .map(line -> line.split(",", -1))
                    .filter(cells -> !cells[3].isEmpty())
                    .map(cells -> new RequestKey(
                            Long.parseLong(cells[0]), Long.parseLong(cells[1]), cells[2], Integer.parseInt(cells[3])))
                    .toList());
            Collections.shuffle(keys, new Random(SEED));
            return List.copyOf(keys);
        } catch (IOException e) {
            throw new Failure("%s: %s".formatted(tokens, e.getMessage()), e);
        }
    }
}
