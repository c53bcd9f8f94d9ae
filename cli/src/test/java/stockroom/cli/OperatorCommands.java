package stockroom.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import stockroom.admin.operators.Scope;
import stockroom.cli.TestShell.Outcome;
import stockroom.cli.shell.Secret;
import stockroom.testing.platform.Platform;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The commands of an operator who has a key for a server.
///
/// @param address where that server's operators call it
public record OperatorCommands(String address, Secret key, Path home) {
    private static final AtomicInteger MERCHANTS = new AtomicInteger();

    /// At the server that tests share.
    public static OperatorCommands shared() {
        return Shared.COMMANDS;
    }

    private static final class Shared {
        private static final OperatorCommands COMMANDS = new OperatorCommands(
                Platform.shared().adminUrl(),
                new Secret(Platform.shared()
                        .operatorKey(Scope.KEYS, Duration.ofHours(1))
                        .key()
                        .reveal()),
                newHome());
    }

    private static Path newHome() {
        try {
            return Files.createTempDirectory("stockroom-cli");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The same operator at another server on the same database.
    public OperatorCommands at(String otherAddress) {
        return new OperatorCommands(otherAddress, key, home);
    }

    /// What a command needs to reach the server.
    public Map<String, String> environment() {
        return Map.of("STOCKROOM_CLI_ADDRESS", address, "STOCKROOM_CLI_KEY", key.reveal());
    }

    public TestShell shell() {
        return new TestShell(home).with("STOCKROOM_CLI_ADDRESS", address).with("STOCKROOM_CLI_KEY", key.reveal());
    }

    public Outcome run(String... arguments) {
        return shell().run(arguments);
    }

    /// The JSON that a command prints which must succeed.
    public JsonNode json(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.add("--json");
        var outcome = run(all.toArray(String[]::new));
        if (outcome.code() != 0) {
            throw new AssertionError(String.join(" ", arguments) + ": " + outcome);
        }
        return JsonMapper.shared().readTree(outcome.out());
    }

    /// Creates a merchant and answers its id.
    public String merchant() {
        int number = MERCHANTS.incrementAndGet();
        return json("merchant", "create", "commands" + number, "--name", "Store " + number)
                .path("merchantId")
                .asString();
    }
}
