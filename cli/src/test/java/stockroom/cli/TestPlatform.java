package stockroom.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import stockroom.cli.TestShell.Outcome;
import stockroom.database.EmbeddedDatabase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A database, the real server as a process of its own, and an operator's key made as operators make the first one.
public final class TestPlatform {
    private static final Pattern SERVING = Pattern.compile("serving on port (\\d+), operators on port (\\d+)");

    private final EmbeddedDatabase database = new EmbeddedDatabase();
    private final Path folder;
    private Process server;
    private String adminPort = "0";
    private String port = "0";
    private final String key;

    private static final class Shared {
        private static final TestPlatform PLATFORM = new TestPlatform();

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(PLATFORM::close));
        }
    }

    /// One for all tests: starting it takes longer than most of them.
    public static TestPlatform shared() {
        return Shared.PLATFORM;
    }

    private TestPlatform() {
        try {
            this.folder = Files.createTempDirectory("stockroom-cli");
            var keyset = folder.resolve("keyset.json");
            output("create-keyset", keyset.toString());
            this.server = start();
            this.adminPort = awaitPort();
            this.key = output("create-operator-key", "tests").strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process start(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                "stockroom.Main"));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(arguments.length == 0);
        if (arguments.length > 0) {
            builder.redirectError(Redirect.DISCARD);
        }
        var postgres = database.address();
        builder.environment()
                .putAll(Map.of(
                        "STOCKROOM_PORT", "0",
                        "STOCKROOM_ADMIN_PORT", adminPort,
                        "STOCKROOM_DATABASE_URL", postgres.url(),
                        "STOCKROOM_DATABASE_USER", postgres.user(),
                        "STOCKROOM_AUTH_KEYSET_FILE",
                                folder.resolve("keyset.json").toString()));
        return builder.start();
    }

    private String output(String... arguments) throws IOException {
        var process = start(arguments);
        try (var reader = process.inputReader(StandardCharsets.UTF_8)) {
            return reader.lines().reduce("", (before, line) -> line);
        }
    }

    private String awaitPort() throws IOException {
        BufferedReader log = server.inputReader(StandardCharsets.UTF_8);
        for (var line = log.readLine(); line != null; line = log.readLine()) {
            var serving = SERVING.matcher(line);
            if (serving.find()) {
                Thread.ofVirtual().start(() -> log.lines().forEach(rest -> {}));
                port = serving.group(1);
                return serving.group(2);
            }
        }
        throw new IllegalStateException("the server does not start");
    }

    public String address() {
        return "http://127.0.0.1:" + adminPort;
    }

    /// Of the merchants' interface; another one after a new start.
    public String merchantsAddress() {
        return "http://127.0.0.1:" + port;
    }

    /// What a command needs to reach it.
    public Map<String, String> environment() {
        return new HashMap<>(Map.of("STOCKROOM_CLI_ADDRESS", address(), "STOCKROOM_CLI_KEY", key));
    }

    public TestShell shell() {
        return new TestShell(folder).with("STOCKROOM_CLI_ADDRESS", address()).with("STOCKROOM_CLI_KEY", key);
    }

    public Outcome run(String... arguments) {
        return shell().run(arguments);
    }

    /// The JSON a command that must succeed prints.
    public JsonNode json(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.add("--json");
        var outcome = run(all.toArray(String[]::new));
        if (outcome.code() != 0) {
            throw new AssertionError(String.join(" ", arguments) + ": " + outcome);
        }
        return JsonMapper.shared().readTree(outcome.out());
    }

    private static int named;

    /// A new merchant's id.
    public synchronized String merchant() {
        return json("merchant", "create", "store" + ++named, "--name", "Store " + named)
                .path("merchantId")
                .asString();
    }

    /// As `kill -9` does.
    public void killServer() {
        server.destroyForcibly();
        server.onExit().join();
    }

    /// Starts it anew where it was.
    public void startServerAgain() throws IOException {
        server = start();
        awaitPort();
    }

    private void close() {
        killServer();
        database.close();
    }
}
