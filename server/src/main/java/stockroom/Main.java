package stockroom;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import stockroom.admin.credentials.EndedReader;
import stockroom.admin.operators.OperatorKeyStore;
import stockroom.admin.operators.Scope;
import stockroom.auth.SecretCipher;
import stockroom.config.Settings;
import stockroom.config.Settings.Log.Requests;
import stockroom.config.SettingsException;
import stockroom.config.Suggestion;
import stockroom.database.DatabaseFailure;
import stockroom.database.schema.UnusableDatabaseException;
import stockroom.generate.GenerateOptions;
import stockroom.http.CannotListenException;
import stockroom.http.Version;
import stockroom.retention.UntrustedClockException;

/// Starts and stops the server.
public final class Main {
    private static final Logger LOG = LoggerFactory.getLogger(Main.class);
    private static final String USAGE = """
            usage: stockroom-server [--help|--version]
                   stockroom-server                      serve, with the settings of docs/settings.md
                   stockroom-server demo DIRECTORY       serve with demonstration data; without database.url, on a database of its own
                   stockroom-server create-keyset FILE   make the key that application secrets are encrypted with
                   stockroom-server rotate-keyset [add|encrypt|remove]
                                                         replace that key while servers go on, in one go or in steps: see docs/operating.md
                   stockroom-server create-operator-key NAME [read|support|write|keys] [DAYS]
                                                         make an operator's key (keys, 365 days) and print it, this once
                   stockroom-server migrate              bring the database's schema up to this version, and end
                   stockroom-server distribute           spread the tables over the nodes of a Citus cluster: see docs/cluster.md
                   stockroom-server after-restore        once, after the database was restored from a backup: see docs/backup.md
                   stockroom-server archive-audit DIRECTORY
                                                         move entries of the audit log older than retention.audit-days to a file there
                   stockroom-server revived FILE...      after that: from servers' logs, the commands that end again what the backup has alive
                   stockroom-server generate --merchants N --products N --entries N [--changes N]
                                             [--application ID --tokens FILE] [--seed N] [--connections N] [--json]
                                                         add load-test data to the database: see docs/operating.md
            """;

    private static final AtomicReference<@Nullable AutoCloseable> serving = new AtomicReference<>();

    private Main() {}

    public static void main(String[] arguments) {
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        Runtime.getRuntime().addShutdownHook(new Thread(Main::stop, "stop"));
        try {
            run(arguments);
        } catch (SettingsException e) {
            System.exit(said(2, String.valueOf(e.getMessage()), e));
        } catch (CannotListenException | UnusableDatabaseException | UntrustedClockException e) {
            System.exit(said(1, String.valueOf(e.getMessage()), e));
        } catch (DatabaseFailure e) {
            var cause = String.valueOf(e.getCause() == null ? e : e.getCause().getMessage());
            System.exit(said(
                    1,
                    "%s: %s".formatted(e.getMessage(), cause.lines().findFirst().orElse("")),
                    e));
        } catch (IOException e) {
            System.exit(said(1, words(e), e));
        } catch (RuntimeException e) {
            LOG.error(arguments.length == 0 ? "the server does not start" : arguments[0] + " failed", e);
            System.exit(1);
        }
    }

    /// In plain text, since whoever starts a server reads it first. Where in the code it came from is for debugging.
    private static int said(int exitCode, String message, Exception failure) {
        message.lines().forEach(line -> System.err.println("stockroom-server: " + line));
        LOG.debug("the server does not start", failure);
        return exitCode;
    }

    private static String words(IOException failure) {
        return switch (failure) {
            case FileAlreadyExistsException e -> "%s: exists already (expected: a new file)".formatted(e.getFile());
            case NoSuchFileException e -> "%s: there is no such file or folder".formatted(e.getFile());
            case AccessDeniedException e ->
                "%s: user %s may not open it".formatted(e.getFile(), System.getProperty("user.name"));
            default -> failure.toString();
        };
    }

    private static void run(String[] arguments) throws IOException {
        if (arguments.length == 0) {
            var server = new StockroomServer(settings(), InstantSource.system()).start();
            serving.set(server);
            LOG.info(
                    "serving on port {}, operators on port {}, health on port {}",
                    server.port(),
                    server.adminPort(),
                    server.healthPort());
        } else if (arguments.length == 2 && arguments[0].equals("demo")) {
            serving.set(DemoServer.start(settings(), System.getenv(), Path.of(arguments[1])));
        } else if (arguments.length == 2 && arguments[0].equals("create-keyset")) {
            SecretCipher.createKeyset(Path.of(arguments[1]));
        } else if (arguments.length <= 2 && arguments[0].equals("rotate-keyset")) {
            StockroomServer.rotateKeyset(settings(), arguments.length == 1 ? "all" : arguments[1], System.err::println);
        } else if (arguments.length >= 2 && arguments.length <= 4 && arguments[0].equals("create-operator-key")) {
            createOperatorKey(List.of(arguments).subList(1, arguments.length));
        } else if (arguments.length == 1 && arguments[0].equals("migrate")) {
            StockroomServer.migrate(settings());
        } else if (arguments.length == 1 && arguments[0].equals("distribute")) {
            StockroomServer.distribute(settings());
        } else if (arguments.length == 1 && arguments[0].equals("after-restore")) {
            StockroomServer.afterRestore(settings());
        } else if (arguments.length == 2 && arguments[0].equals("archive-audit")) {
            archiveAudit(Path.of(arguments[1]));
        } else if (arguments.length > 1 && arguments[0].equals("revived")) {
            revived(List.of(arguments).subList(1, arguments.length));
        } else if (arguments.length > 1 && arguments[0].equals("generate")) {
            generate(GenerateOptions.parse(List.of(arguments).subList(1, arguments.length)));
        } else if (arguments[0].equals("--help") || arguments[0].equals("-h")) {
            System.out.print(USAGE);
        } else if (arguments[0].equals("--version")) {
            System.out.println("stockroom-server " + Version.number());
        } else {
            System.err.print(USAGE);
            throw new SettingsException(wrongCommand(arguments[0]));
        }
    }

    private static String wrongCommand(String command) {
        var known = Pattern.compile("(?m)^ {7}stockroom-server ([a-z-]+)")
                .matcher(USAGE)
                .results()
                .map(found -> found.group(1))
                .toList();
        return known.contains(command)
                ? "%s: wrong arguments; the usage above has them".formatted(command)
                : "unknown command %s%s"
                        .formatted(
                                command,
                                Suggestion.of(command, known)
                                        .map(" (did you mean %s?)"::formatted)
                                        .orElse(""));
    }

    private static Settings settings() {
        var settings = Settings.read(System.getenv());
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logs) {
            var level = Level.valueOf(settings.log().level().name());
            logs.getLogger("stockroom").setLevel(level);
            // what libraries say to those who write them is of no use to an operator
            logs.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(level == Level.DEBUG ? Level.INFO : level);
            var requests = settings.log().requests();
            logs.getLogger("stockroom.requests").setLevel(requests == Requests.ALL ? Level.INFO : Level.OFF);
            logs.getLogger("stockroom.requests.failed").setLevel(requests == Requests.NONE ? Level.OFF : Level.INFO);
        }
        return settings;
    }

    private static void generate(GenerateOptions options) throws IOException {
        var report = StockroomServer.generate(settings(), options);
        System.out.println(options.json() ? report.json() : report);
    }

    private static void archiveAudit(Path folder) throws IOException {
        try {
            var moved = StockroomServer.archiveAudit(settings(), folder);
            System.err.println(moved.map(it -> "moved %d entries to %s".formatted(it.entries(), it.file()))
                    .orElse("no entry is old enough"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void revived(List<String> files) throws IOException {
        var ended = new EndedReader();
        for (var file : files) {
            // what is wanted of it is ASCII, and nothing else shall make it fail
            try (var lines = Files.lines(Path.of(file), StandardCharsets.ISO_8859_1)) {
                ended.read(lines);
            }
        }
        var commands = StockroomServer.revived(settings(), ended);
        commands.forEach(System.out::println);
        // a file of another program would look like a platform on which nothing was ended
        System.err.printf(
                "%d lines, %d of them changes by operators; %d commands%n",
                ended.lines(), ended.changes(), commands.size());
    }

    private static void createOperatorKey(List<String> arguments) {
        var name = arguments.getFirst().strip();
        var scope = scope(arguments.size() > 1 ? arguments.get(1) : "keys");
        var days = arguments.size() > 2 ? arguments.get(2) : "365";
        if (name.isEmpty() || name.length() > OperatorKeyStore.MAX_NAME) {
            throw new SettingsException(
                    "name: %s (expected: 1 to %d characters)".formatted(name, OperatorKeyStore.MAX_NAME));
        }
        if (!days.matches("[0-9]{1,4}")
                || Integer.parseInt(days) < 1
                || Integer.parseInt(days) > OperatorKeyStore.MAX_DAYS) {
            throw new SettingsException(
                    "days: %s (expected: a whole number from 1 to %d)".formatted(days, OperatorKeyStore.MAX_DAYS));
        }
        var created =
                StockroomServer.createOperatorKey(settings(), name, scope, Duration.ofDays(Integer.parseInt(days)));
        System.err.printf(
                "Operator key %d (%s, %s), good until %s. It is not shown again.%n",
                created.about().keyId(),
                name,
                created.about().scope(),
                created.about().expiresAt());
        System.out.println(created.key().reveal());
    }

    private static Scope scope(String word) {
        try {
            return Scope.of(word);
        } catch (IllegalArgumentException e) {
            throw new SettingsException(String.valueOf(e.getMessage()));
        }
    }

    /// However the process ends: what it serves is let end, and what is logged is written, last of all.
    private static void stop() {
        var server = serving.get();
        if (server != null) {
            LOG.info("stopping");
            try {
                server.close();
            } catch (Exception e) {
                LOG.error("did not stop cleanly", e);
            }
        }
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logs) {
            logs.stop();
        }
    }
}
