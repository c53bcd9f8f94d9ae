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

public record OperatorCommands(String address, Secret key, Path home) {
    private static final AtomicInteger MERCHANTS = new AtomicInteger();

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

    public OperatorCommands at(String otherAddress) {
        return new OperatorCommands(otherAddress, key, home);
    }

    public Map<String, String> environment() {
        return Map.of("STOCKROOM_CLI_ADDRESS", address, "STOCKROOM_CLI_KEY", key.reveal());
    }

    public TestShell shell() {
        return new TestShell(home).with("STOCKROOM_CLI_ADDRESS", address).with("STOCKROOM_CLI_KEY", key.reveal());
    }

    public Outcome run(String... arguments) {
        return shell().run(arguments);
    }

    /// Runs a command that must succeed, and returns its JSON.
    public JsonNode json(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.add("--json");
        var outcome = run(all.toArray(String[]::new));
        if (outcome.code() != 0) {
            throw new AssertionError(String.join(" ", arguments) + ": " + outcome);
        }
        return JsonMapper.shared().readTree(outcome.out());
    }

    /// Returns a field of the JSON of a command that must succeed.
    public String field(String name, String... arguments) {
        return json(arguments).path(name).asString();
    }

    public String merchant() {
        int number = MERCHANTS.incrementAndGet();
        return field("merchantId", "merchant", "create", "commands" + number, "--name", "Store " + number);
    }

    /// Creates an account that is bound to this shop on `tb`.
    public String account(String merchant, String name, String shop) {
        return field(
                "accountId",
                "account",
                "create",
                merchant,
                name,
                "--platform",
                "tb",
                "--shop",
                shop,
                "--shop-name",
                "On tb");
    }

    public String application(String name) {
        return field("applicationId", "application", "create", name);
    }
}
