package stockroom;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import stockroom.auth.SecretCipher;
import stockroom.config.Settings;
import stockroom.config.SettingsException;

/// Starts and stops the server.
public final class Main {
    private static final Logger LOG = LoggerFactory.getLogger(Main.class);
    private static final String USAGE = """
            usage: stockroom-server                      serve, with the settings of docs/settings.md
                   stockroom-server demo DIRECTORY       serve with demonstration data; without database.url, on a database of its own
                   stockroom-server create-keyset FILE   make the key that application secrets are encrypted with
            """;

    private Main() {}

    public static void main(String[] arguments) {
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        try {
            run(arguments);
        } catch (SettingsException e) {
            System.err.println("stockroom-server: " + e.getMessage());
            System.exit(2);
        } catch (IOException | RuntimeException e) {
            LOG.error("the server does not start", e);
            System.exit(1);
        }
    }

    private static void run(String[] arguments) throws IOException {
        if (arguments.length == 0) {
            var server = new Wiring(Settings.read(System.getenv()), InstantSource.system()).start();
            stopOnSignal(server);
            LOG.info("serving on port {}, health and metrics on port {}", server.port(), server.adminPort());
        } else if (arguments.length == 2 && arguments[0].equals("demo")) {
            stopOnSignal(DemoServer.start(Settings.read(System.getenv()), Path.of(arguments[1])));
        } else if (arguments.length == 2 && arguments[0].equals("create-keyset")) {
            SecretCipher.createKeyset(Path.of(arguments[1]));
        } else {
            System.err.print(USAGE);
            System.exit(2);
        }
    }

    private static void stopOnSignal(AutoCloseable server) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            LOG.info("stopping");
                            try {
                                server.close();
                            } catch (Exception e) {
                                LOG.error("did not stop cleanly", e);
                            }
                        },
                        "stop"));
    }
}
