package stockroom.cli.generate;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import stockroom.cli.CommandFailure;
import stockroom.cli.ExitCode;

/// `stockroom generate`
@Command(
        name = "generate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Fills a database with believable merchants, products and stock, at the speed of COPY.",
        footer = {
            "",
            "The database is the one of --database, or STOCKROOM_CLI_DATABASE_URL, _USER and _PASSWORD. It must have its"
                    + " tables (start the server on it once); what is in it stays.",
            "",
            "Example:",
            "  stockroom generate --merchants 1000 --products 450000 --entries 10000000 \\",
            "      --application 10001 --tokens tokens.csv"
        })
public final class GenerateCommand implements Callable<Integer> {
    private static final String URL = "STOCKROOM_CLI_DATABASE_URL";

    private final Map<String, String> environment;

    @Option(names = "--merchants", paramLabel = "N", required = true, description = "merchants to make")
    int merchants;

    @Option(names = "--products", paramLabel = "M", required = true, description = "products in all")
    int products;

    @Option(
            names = "--entries",
            paramLabel = "K",
            required = true,
            description = "stock entries in all, at most 72 a product")
    long entries;

    @Option(
            names = "--application",
            paramLabel = "APPID",
            description = "make each account a token for this application")
    @Nullable
    Long application;

    @Option(names = "--tokens", paramLabel = "FILE", description = "a new CSV file for these tokens")
    @Nullable
    Path tokens;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "the same gives the same data (default: 1)")
    long seed;

    @Option(names = "--database", paramLabel = "URL", description = "jdbc:postgresql://host:port/name")
    @Nullable
    String database;

    @Option(
            names = "--connections",
            paramLabel = "C",
            defaultValue = "2",
            description = "connections that copy at the same time (default: 2)")
    int connections;

    @Option(names = "--json", description = "print the outcome as JSON")
    boolean json;

    public GenerateCommand() {
        this(System.getenv());
    }

    GenerateCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        var spread = spread();
        var address = address();
        long begun = System.nanoTime();
        try (var store = address.connect()) {
            check(store);
            try (var file = tokens == null ? null : new TokensFile(tokens)) {
                var work = new Work(spread, tokensFor(file), store);
                new Lanes(address, connections, work, store.times()).run(spread.entries());
            }
            store.analyze();
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--tokens: %s exists already (expected: a new file)".formatted(tokens));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.REFUSED, "--tokens: %s cannot be written: %s".formatted(tokens, e.getMessage()));
        } catch (SQLException e) {
            throw failure(address, e);
        }
        report(Duration.ofNanos(System.nanoTime() - begun));
        return ExitCode.DONE;
    }

    private Spread spread() {
        require(merchants >= 1, "--merchants: %d (expected: >= 1)".formatted(merchants));
        require(products >= 0, "--products: %d (expected: >= 0)".formatted(products));
        require(entries >= 0, "--entries: %d (expected: >= 0)".formatted(entries));
        require(connections >= 1 && connections <= 64, "--connections: %d (expected: 1 to 64)".formatted(connections));
        require(
                (application == null) == (tokens == null),
                "--application and --tokens: one without the other (expected: both or neither)");
        try {
            return new Spread(merchants, products, entries, seed);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new CommandFailure(ExitCode.USAGE, message);
        }
    }

    private GenerateStore.Address address() {
        var url = database == null ? environment.get(URL) : database;
        if (url == null || !url.startsWith("jdbc:postgresql:")) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--database or %s: %s (expected: jdbc:postgresql://host:port/name)"
                            .formatted(URL, url == null ? "not given" : "another kind of address"));
        }
        return new GenerateStore.Address(
                url,
                environment.getOrDefault("STOCKROOM_CLI_DATABASE_USER", "stockroom"),
                environment.getOrDefault("STOCKROOM_CLI_DATABASE_PASSWORD", ""));
    }

    private void check(GenerateStore store) throws SQLException {
        if (!store.migrated()) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "the database does not have Stockroom's tables (expected: all of them); start the server on it once");
        }
        if (application != null && !store.hasApplication(application)) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND,
                    "--application: %d (expected: an application that exists)".formatted(application));
        }
    }

    private Lane.@Nullable Tokens tokensFor(@Nullable TokensFile file) {
        return file == null || application == null ? null : new Lane.Tokens(application, file);
    }

    private static CommandFailure failure(GenerateStore.Address address, SQLException e) {
        var state = e.getSQLState();
        boolean away = state == null || state.startsWith("08") || state.startsWith("57") || state.startsWith("53");
        return new CommandFailure(
                away ? ExitCode.UNREACHABLE : ExitCode.REFUSED, "%s: %s".formatted(address, e.getMessage()));
    }

    private void report(Duration taken) {
        double seconds = taken.toMillis() / 1000.0;
        var rate = Math.round(entries / Math.max(seconds, 0.001));
        System.out.printf(
                json
                        ? "{\"merchants\":%d,\"products\":%d,\"entries\":%d,\"seconds\":%.1f,\"entriesPerSecond\":%d}%n"
                        : "%,d merchants, %,d products, %,d stock entries in %.1f s: %,d entries/s%n",
                merchants,
                products,
                entries,
                seconds,
                rate);
    }
}
