package stockroom;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import stockroom.config.Settings;
import stockroom.config.Settings.Log.Requests;
import stockroom.config.SettingsException;
import stockroom.config.UnitEnvironment;
import stockroom.database.DatabaseFailure;
import stockroom.database.schema.UnusableDatabaseException;
import stockroom.http.CannotListenException;
import stockroom.retention.UntrustedClockException;

public final class Main {
    private static final Logger LOG = LoggerFactory.getLogger(Main.class);
    private static final AtomicReference<@Nullable AutoCloseable> serving = new AtomicReference<>();

    private Main() {}

    public static void main(String[] arguments) {
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        Runtime.getRuntime().addShutdownHook(new Thread(Main::stop, "stop"));
        int code = run(arguments);
        if (code != 0) {
            System.exit(code);
        }
    }

    /// Serving bypasses picocli, whose classes cost time and memory at every start. So does the demonstration,
    /// because it records the AOT cache for servers.
    private static int run(String[] arguments) {
        boolean demo = arguments.length == 2 && arguments[0].equals("demo") && !arguments[1].startsWith("-");
        if (arguments.length > 0 && !demo) {
            return Commands.run(arguments);
        }
        try {
            if (demo) {
                serveDemo(Path.of(arguments[1]));
            } else {
                serve();
            }
            return 0;
        } catch (IOException | RuntimeException e) {
            return failed(demo ? "demo failed" : "the server does not start", e);
        }
    }

    private static void serve() {
        var server = new StockroomServer(settings(System.getenv()), InstantSource.system()).start();
        serving.set(server);
        LOG.info(
                "serving on port {}, operators on port {}, health on port {}",
                server.port(),
                server.adminPort(),
                server.healthPort());
    }

    static void serveDemo(Path directory) throws IOException {
        serving.set(DemoServer.start(settings(System.getenv()), System.getenv(), directory));
    }

    static Settings settingsOfCommand() {
        try {
            return settings(UnitEnvironment.under(System.getenv(), UnitEnvironment.FOLDER));
        } catch (IOException e) {
            throw new SettingsException(words(e));
        }
    }

    private static Settings settings(Map<String, String> environment) {
        var settings = Settings.read(environment);
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logs) {
            var level = Level.valueOf(settings.log().level().name());
            logs.getLogger("stockroom").setLevel(level);
            // debug messages of libraries do not help an operator
            logs.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(level == Level.DEBUG ? Level.INFO : level);
            var requests = settings.log().requests();
            logs.getLogger("stockroom.requests").setLevel(requests == Requests.ALL ? Level.INFO : Level.OFF);
            logs.getLogger("stockroom.requests.failed").setLevel(requests == Requests.NONE ? Level.OFF : Level.INFO);
        }
        return settings;
    }

    /// Returns the exit code. `what` introduces the message of an unexpected failure.
    static int failed(String what, Throwable failure) {
        return switch (failure) {
            case SettingsException e -> said(2, String.valueOf(e.getMessage()), e);
            case CannotListenException e -> said(1, String.valueOf(e.getMessage()), e);
            case UnusableDatabaseException e -> said(1, String.valueOf(e.getMessage()), e);
            case UntrustedClockException e -> said(1, String.valueOf(e.getMessage()), e);
            case DatabaseFailure e -> {
                var cause =
                        String.valueOf(e.getCause() == null ? e : e.getCause().getMessage());
                yield said(
                        1,
                        "%s: %s"
                                .formatted(
                                        e.getMessage(),
                                        cause.lines().findFirst().orElse("")),
                        e);
            }
            case IOException e -> said(1, words(e), e);
            case ExecutionException e -> failed(what, Objects.requireNonNull(e.getCause()));
            default -> {
                LOG.error(what, failure);
                yield 1;
            }
        };
    }

    /// People read this text when a server does not start. The stack trace goes to the debug log.
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

    /// Finishes open requests, then writes the pending log events.
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
