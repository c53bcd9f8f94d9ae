package stockroom.bench.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import stockroom.bench.postgres.Postgres;
import stockroom.bench.process.Command;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A server on a database, and the command line with an operator's key for it.
public record OperatedServer(
        Distribution distribution, ServerProcess server, Map<String, String> settings, String operatorKey)
        implements AutoCloseable {

    /// Starts a server, with a keyset that all servers of the folder share, and waits until it is ready.
    ///
    /// @param more settings, or variables of the environment
    public static OperatedServer start(
            Distribution distribution, Postgres postgres, String database, Path folder, Map<String, String> more) {
        var keyset = folder.resolve("keyset.json");
        if (!Files.exists(keyset)) {
            Command.run(distribution.server(), "create-keyset", keyset.toString());
        }
        var settings = new TreeMap<>(more);
        settings.put("STOCKROOM_DATABASE_URL", postgres.url(database));
        settings.put("STOCKROOM_DATABASE_USER", postgres.user());
        settings.put("STOCKROOM_AUTH_KEYSET_FILE", keyset.toString());
        // makes the tables as well
        var key = createKey(distribution, settings);
        var server = ServerProcess.start(distribution, settings, folder);
        server.awaitReady();
        return new OperatedServer(distribution, server, settings, key);
    }

    /// One that runs, with another key.
    public static OperatedServer of(Distribution distribution, ServerProcess server, Map<String, String> settings) {
        return new OperatedServer(distribution, server, settings, createKey(distribution, settings));
    }

    private static String createKey(Distribution distribution, Map<String, String> settings) {
        return Command.run(settings, List.of(distribution.server(), "create-operator-key", "bench"))
                .strip()
                .lines()
                .toList()
                .getLast();
    }

    /// Runs the command line and answers what it printed.
    public String run(String... words) {
        return Command.run(environment(), words(words));
    }

    /// The same, as JSON.
    public JsonNode json(String... words) {
        var all = words(words);
        all.add("--json");
        return JsonMapper.shared().readTree(Command.run(environment(), all));
    }

    private List<String> words(String... words) {
        var all = new ArrayList<>(List.of(distribution.commandLine()));
        all.addAll(List.of(words));
        return all;
    }

    /// By which the command line finds the server.
    public Map<String, String> environment() {
        return Map.of(
                "STOCKROOM_CLI_ADDRESS", "http://127.0.0.1:" + server.adminPort(), "STOCKROOM_CLI_KEY", operatorKey);
    }

    @Override
    public void close() {
        server.close();
    }
}
