package stockroom.cli.generate;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import stockroom.cli.CommandFailure;
import stockroom.cli.ExitCode;
import stockroom.cli.Secret;
import stockroom.cli.Shell;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.show.Values;

@Command(
        name = "generate",
        description = {
            "Fills a database with believable merchants, products and stock, at the speed of COPY.",
            "",
            "The database is that of --database, or of STOCKROOM_CLI_DATABASE_URL, with "
                    + "STOCKROOM_CLI_DATABASE_USER and STOCKROOM_CLI_DATABASE_PASSWORD. It must have its tables "
                    + "(start the server on it once); what is in it stays."
        },
        footer = {
            "",
            "Example:",
            "  stockroom generate --merchants 1000 --products 450000 --entries 10000000 \\",
            "      --application 10001 --tokens tokens.csv"
        })
public final class GenerateCommand implements Runnable {
    private final Shell shell;

    @Option(names = "--merchants", paramLabel = "N", required = true, description = "How many merchants are made.")
    private int merchants;

    @Option(names = "--products", paramLabel = "M", required = true, description = "How many products in all.")
    private int products;

    @Option(
            names = "--entries",
            paramLabel = "K",
            required = true,
            description = "How many stock entries in all, at most 72 a product.")
    private long entries;

    @Option(
            names = "--application",
            paramLabel = "APPLICATION",
            description = "Makes each account a token for this application; needs --tokens.")
    private @Nullable Long application;

    @Option(names = "--tokens", paramLabel = "FILE", description = "A new CSV file for these tokens.")
    private @Nullable Path tokens;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "The same gives the same data (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--database",
            paramLabel = "URL",
            description = "Such as jdbc:postgresql://127.0.0.1:5432/stockroom.")
    private @Nullable String database;

    @Option(
            names = "--connections",
            paramLabel = "C",
            defaultValue = "2",
            description = "How many connections copy at the same time, 1 to 16 (default: ${DEFAULT-VALUE}).")
    private int connections;

    @Option(names = "--json", description = "Prints JSON, for programs.")
    private boolean json;

    GenerateCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        var spread = spread();
        var address = address();
        long begun = System.nanoTime();
        try (var store = new GenerateStore(address)) {
            check(store);
            try (var file = tokens == null ? null : new TokensFile(tokens)) {
                var work = new Work(spread, tokensFor(file), store);
                new Lanes(address, connections, work, store.times()).run(spread.entries(), shell);
            }
            store.analyze();
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--tokens: %s exists already (expected: a new file)".formatted(tokens));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.REFUSED, "--tokens: %s cannot be written: %s".formatted(tokens, e.getMessage()));
        }
        report(Duration.ofNanos(System.nanoTime() - begun));
    }

    private Spread spread() {
        require(merchants >= 1, "--merchants: %d (expected: >= 1)".formatted(merchants));
        require(products >= 0, "--products: %d (expected: >= 0)".formatted(products));
        require(entries >= 0, "--entries: %d (expected: >= 0)".formatted(entries));
        require(connections >= 1 && connections <= 16, "--connections: %d (expected: 1 to 16)".formatted(connections));
        require(
                (application == null) == (tokens == null),
                "--application and --tokens: one without the other (expected: both or neither)");
        return new Spread(merchants, products, entries, seed);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new CommandFailure(ExitCode.USAGE, message);
        }
    }

    private DatabaseAddress address() {
        var url = database == null ? shell.setting("STOCKROOM_CLI_DATABASE_URL").orElse("") : database;
        require(
                !url.isEmpty(),
                "no database (expected: --database or STOCKROOM_CLI_DATABASE_URL, such as"
                        + " jdbc:postgresql://127.0.0.1:5432/stockroom)");
        return new DatabaseAddress(
                url,
                shell.setting("STOCKROOM_CLI_DATABASE_USER").orElse("stockroom"),
                shell.secret("STOCKROOM_CLI_DATABASE_PASSWORD").orElse(new Secret("")));
    }

    private void check(GenerateStore store) {
        if (!store.migrated()) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "the database does not have Stockroom's tables (expected: all of them);"
                            + " start the server on it once");
        }
        if (application != null && !store.hasApplication(application)) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND,
                    "--application: %d (expected: one of: stockroom application list)".formatted(application));
        }
    }

    private Lane.@Nullable Tokens tokensFor(@Nullable TokensFile file) {
        return file == null || application == null ? null : new Lane.Tokens(application, file);
    }

    private void report(Duration taken) {
        double seconds = taken.toMillis() / 1000.0;
        long rate = Math.round(entries / Math.max(seconds, 0.001));
        if (json) {
            shell.out()
                    .println(AdminOptions.body()
                            .put("merchants", merchants)
                            .put("products", products)
                            .put("entries", entries)
                            .put("seconds", seconds)
                            .put("entriesPerSecond", rate));
            return;
        }
        shell.out()
                .println("%s merchants, %s products and %s stock entries%nin %s s, %s entries a second"
                        .formatted(
                                Values.count(merchants),
                                Values.count(products),
                                Values.count(entries),
                                Values.seconds(taken),
                                Values.count(rate)));
    }
}
