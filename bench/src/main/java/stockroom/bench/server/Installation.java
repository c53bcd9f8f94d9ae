package stockroom.bench.server;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import stockroom.bench.load.HttpConnection;
import stockroom.bench.load.RequestKey;
import stockroom.bench.load.Requests;
import stockroom.bench.postgres.Postgres;
import stockroom.bench.process.Command;
import stockroom.bench.process.Failure;
import tools.jackson.databind.json.JsonMapper;

/// An unpacked distribution with its database.
///
/// @param tree the sources that the distribution was made from
/// @param keys for each merchant with stock, one product with stock
public record Installation(
        Path tree,
        Postgres postgres,
        String database,
        Application application,
        List<RequestKey> keys,
        ServerProcess server,
        Map<String, String> settings)
        implements AutoCloseable {
    private static final int SEED = 1;

    public record Size(int merchants, int products, int entries) {}

    public static Installation of(
            Path tree, Postgres postgres, String database, Size size, Path folder, Map<String, String> more) {
        long begun = System.nanoTime();
        postgres.create(database);
        var keyset = folder.resolve("keyset.json");
        if (!Files.exists(keyset)) {
            Command.run(ServerProcess.launcher(tree), "create-keyset", keyset.toString());
        }
        var settings = new TreeMap<>(more);
        settings.put("STOCKROOM_DATABASE_URL", postgres.url(database));
        settings.put("STOCKROOM_DATABASE_USER", postgres.user());
        settings.put("STOCKROOM_AUTH_KEYSET_FILE", keyset.toString());
        // the flood's wrong signatures come from many addresses, each of which the server would close after ten
        settings.put("STOCKROOM_AUTH_FAILURES_PER_MINUTE", "1000000");
        settings.put("STOCKROOM_TRUSTED_PROXIES", "127.0.0.1");
        if (postgres.isCluster()) {
            run(tree, settings, "distribute");
        }
        // this also creates the tables
        var key = run(tree, settings, "create-operator-key bench")
                .strip()
                .lines()
                .toList()
                .getLast();
        var server = new ServerProcess(tree, settings, folder);
        var application = application(server, key);
        var tokens = folder.resolve(database + ".tokens.csv");
        run(
                tree,
                settings,
                "generate --merchants %d --products %d --entries %d --seed %d --application %d --tokens %s --json",
                size.merchants,
                size.products,
                size.entries,
                SEED,
                application.id(),
                tokens);
        var installation = new Installation(tree, postgres, database, application, keys(tokens), server, settings);
        installation.settle("VACUUM ANALYZE");
        System.out.printf("%s: %s in %d s%n", database, size, (System.nanoTime() - begun) / 1_000_000_000);
        return installation;
    }

    /// Serves a copy of a stopped installation's database with another tree's distribution, which may migrate it.
    public Installation copy(Path other, String copy, Path folder) {
        postgres.copy(database, copy);
        var copied = new TreeMap<>(settings);
        copied.put("STOCKROOM_DATABASE_URL", postgres.url(copy));
        return new Installation(
                other, postgres, copy, application, keys, new ServerProcess(other, copied, folder), copied);
    }

    /// Returns whether the other tree has every migration of this one unchanged, so that it can migrate a copy.
    public boolean canBeMigratedBy(Path other) {
        var migrations = Path.of("server/src/main/resources/db/migration");
        try (var files = Files.list(tree.resolve(migrations))) {
            for (var file : files.toList()) {
                var same = other.resolve(migrations).resolve(file.getFileName());
                if (!Files.exists(same) || Files.mismatch(file, same) >= 0) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            throw new Failure("%s: %s".formatted(tree, e.getMessage()), e);
        }
    }

    private static String run(Path tree, Map<String, String> settings, String line, Object... values) {
        var words = Command.words(line, values);
        words.addFirst(ServerProcess.launcher(tree));
        return Command.run(settings, words);
    }

    private static Application application(ServerProcess server, String key) {
        var body = "{\"name\":\"Benchmark\"}";
        var answer = HttpConnection.ask(
                server.adminPort(), """
                    POST /admin/v1/applications HTTP/1.1\r
                    Host: 127.0.0.1\r
                    Authorization: Bearer %s\r
                    Content-Type: application/json\r
                    Content-Length: %d\r
                    \r
                    %s\
                    """.formatted(key, body.length(), body).getBytes(UTF_8));
        if (answer.status() != 201) {
            throw new Failure("POST /applications answered " + answer);
        }
        var created = JsonMapper.shared().readTree(answer.body());
        return new Application(
                created.get("applicationId").asLong(), created.get("secret").asString());
    }

    /// Leaves out merchants that have no product with stock.
    private static List<RequestKey> keys(Path tokens) {
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

    public ServerProcess startServer(Path folder) {
        return new ServerProcess(tree, settings, folder);
    }

    public Requests requests() {
        return Requests.signedBy(application);
    }

    /// Fails if there are fewer keys, because the results would not be comparable.
    public List<RequestKey> keys(int wanted) {
        if (keys.size() < wanted) {
            throw new Failure(
                    "%s has %d merchants with stock (expected: at least %d)".formatted(database, keys.size(), wanted));
        }
        return keys.subList(0, wanted);
    }

    /// Runs VACUUM and writes everything to the disk, so that no round pays for earlier work.
    public void settle(String vacuum) {
        postgres.onAllNodes(database, vacuum, "CHECKPOINT");
    }

    @Override
    public void close() {
        server.close();
    }
}
