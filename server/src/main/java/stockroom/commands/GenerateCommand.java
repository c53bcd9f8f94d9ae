package stockroom.commands;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import stockroom.config.Settings;
import stockroom.config.SettingsException;
import stockroom.generate.Generate;
import stockroom.generate.Spread;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "generate",
        sortOptions = false,
        description = {
            "Adds load-test data to the database: see docs/operating.md.",
            "",
            "Never use it on a database with real merchants: no command removes the data again."
        })
public final class GenerateCommand implements Callable<Integer> {
    /// More connections would only wait for the database.
    private static final int MAX_CONNECTIONS = 16;

    private static final int MAX_CHANGES = 1_000_000;

    private final Supplier<Settings> settings;

    @Option(names = "--merchants", paramLabel = "N", required = true, description = "Number of merchants.")
    private int merchants;

    @Option(
            names = "--products",
            paramLabel = "N",
            required = true,
            description = "Number of products of all merchants.")
    private int products;

    @Option(
            names = "--entries",
            paramLabel = "N",
            required = true,
            description = "Number of stock entries of all products.")
    private long entries;

    @Option(names = "--changes", paramLabel = "N", description = "Number of changes of entries after their creation.")
    private long changes;

    @ArgGroup(exclusive = false)
    private @Nullable TokenOptions tokens;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed; the same seed gives the same data (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "2",
            description = "Number of parallel connections, 1 to 16 (default: ${DEFAULT-VALUE}).")
    private int connections;

    @Option(names = "--json", description = "Prints the report as JSON.")
    private boolean json;

    private static final class TokenOptions {
        @Option(
                names = "--application",
                paramLabel = "ID",
                required = true,
                description = "The application to issue tokens to.")
        private long application;

        @Option(
                names = "--tokens",
                paramLabel = "FILE",
                required = true,
                description = "The file that the tokens are written to.")
        private Path file = Path.of("");
    }

    public GenerateCommand(Supplier<Settings> settings) {
        this.settings = settings;
    }

    @Override
    public Integer call() throws Exception {
        var report = generate();
        System.out.println(json ? JsonMapper.shared().writeValueAsString(report) : report);
        return ExitCode.OK;
    }

    public Generate.Report generate() throws Exception {
        requireBetween("--merchants", merchants, 1, Integer.MAX_VALUE);
        requireBetween("--products", products, 0, Integer.MAX_VALUE);
        requireBetween("--entries", entries, 0, Long.MAX_VALUE);
        requireBetween("--changes", changes, 0, Long.MAX_VALUE);
        requireBetween("--connections", connections, 1, MAX_CONNECTIONS);
        long maxEntries = (long) products * Spread.MAX_ENTRIES;
        if (entries > maxEntries) {
            throw new SettingsException("--entries: %d (expected: at most %d for %d products, which is %d each)"
                    .formatted(entries, maxEntries, products, Spread.MAX_ENTRIES));
        }
        if (changes > entries * MAX_CHANGES) {
            throw new SettingsException(
                    "--changes: %d (expected: at most %d for each entry)".formatted(changes, MAX_CHANGES));
        }
        int changesOfEach = entries == 0 ? 0 : Math.toIntExact(Math.ceilDiv(changes, entries));
        var issued = Optional.ofNullable(tokens).map(given -> new Generate.Tokens(given.application, given.file));
        var databases = new Databases(settings.get().database());
        databases.migrateIfServersDo();
        // one kind of work uses three quarters of the connections
        try (var database = databases.openAsOwner(Math.ceilDiv(4 * connections, 3))) {
            var spread = new Spread(merchants, products, entries, seed);
            return new Generate(database, spread, changesOfEach, issued).run(connections);
        }
    }

    private static void requireBetween(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new SettingsException(
                    "%s: %d (expected: a whole number from %d to %d)".formatted(option, value, least, most));
        }
    }
}
