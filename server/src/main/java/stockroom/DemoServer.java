package stockroom;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import stockroom.admin.operators.OperatorKeyStore;
import stockroom.admin.operators.Scope;
import stockroom.admin.people.Grant;
import stockroom.admin.people.LinkResource;
import stockroom.admin.people.LinkStore;
import stockroom.admin.people.PersonName;
import stockroom.admin.people.Place;
import stockroom.admin.people.Role;
import stockroom.audit.Operator;
import stockroom.auth.SecretCipher;
import stockroom.auth.Sign;
import stockroom.config.Secret;
import stockroom.config.Settings;
import stockroom.config.SettingsException;
import stockroom.demo.Demo;
import stockroom.demo.Demo.DemoMerchant;
import stockroom.demo.DemoStateStore;
import stockroom.demo.EmbeddedDatabase;
import stockroom.http.docs.DescriptionPages.Credentials;
import tools.jackson.databind.json.JsonMapper;

/// Embeds a database unless one is set, and adds demonstration data to an empty one.
final class DemoServer implements AutoCloseable {
    private final @Nullable EmbeddedDatabase embedded;
    private final StockroomServer server;

    private DemoServer(@Nullable EmbeddedDatabase embedded, StockroomServer server) {
        this.embedded = embedded;
        this.server = server;
    }

    private record DemoFile(
            String baseUrl, String adminUrl, String consoleUrl, String operatorKey, List<DemoMerchant> merchants) {}

    static DemoServer start(Settings settings, Map<String, String> environment, Path directory) throws IOException {
        Files.createDirectories(directory);
        if (!Files.isWritable(directory)) {
            throw new SettingsException("%s: cannot be written to (expected: a folder for demo.json)"
                    .formatted(directory.toAbsolutePath().normalize()));
        }
        var embedded = settings.database().url().isPresent() ? null : embeddedDatabase();
        try {
            var complete = complete(settings, environment, embedded, directory);
            var server = new StockroomServer(complete, InstantSource.system(), embedded != null);
            var merchants = new Demo(server.database(), server.cipher()).fill();
            if (merchants.isEmpty()) {
                server.start();
                introduce(server, settings.http().docsPage());
                System.out.println("The database has merchants already: no demonstration data was added.");
                return new DemoServer(embedded, server);
            }
            var operator = new OperatorKeyStore(server.database())
                    .create(Operator.onTheServer(), "demonstration", Scope.KEYS, Duration.ofDays(30));
            var console = complete.console().url().orElseThrow();
            var invitation = invite(server, console, merchants.getFirst());
            if (embedded != null) {
                new DemoStateStore(server.database()).keep();
            }
            var first = merchants.getFirst();
            server.pages().showCredentials(new Credentials(first.appid(), first.secret(), first.accesstoken()));
            server.start();
            introduce(server, settings.http().docsPage());
            var file = directory.resolve("demo.json").toAbsolutePath().normalize();
            write(
                    file,
                    new DemoFile(
                            url(server.port()),
                            url(server.adminPort()),
                            console.toString(),
                            operator.key().reveal(),
                            merchants));
            showCalls(server, file, first);
            showInvitation(invitation);
            if (embedded != null) {
                showReset(server, operator.key());
            }
            System.out.println("Ctrl-C stops everything.");
            return new DemoServer(embedded, server);
        } catch (IOException | RuntimeException e) {
            if (embedded != null) {
                embedded.close();
            }
            throw e;
        }
    }

    private static EmbeddedDatabase embeddedDatabase() {
        try {
            return new EmbeddedDatabase();
        } catch (RuntimeException e) {
            throw new SettingsException(
                    "the embedded PostgreSQL does not start: %s (root can run it only where unshare -U works; another database: STOCKROOM_DATABASE_URL)"
                            .formatted(e.getMessage()));
        }
    }

    private static Settings complete(
            Settings settings, Map<String, String> environment, @Nullable EmbeddedDatabase embedded, Path directory)
            throws IOException {
        var keyset = settings.auth().keysetFile().orElse(directory.resolve("demo-keyset.json"));
        if (!Files.exists(keyset)) {
            SecretCipher.createKeyset(keyset);
        }
        var complete = new HashMap<>(environment);
        complete.put("STOCKROOM_AUTH_KEYSET_FILE", keyset.toString());
        if (settings.console().url().isEmpty()) {
            int port = settings.console().port() > 0 ? settings.console().port() : freePort();
            complete.put("STOCKROOM_CONSOLE_PORT", Integer.toString(port));
            // as browsers write it in the origin of a form
            complete.put("STOCKROOM_CONSOLE_URL", "http://localhost" + (port == 80 ? "" : ":" + port));
        }
        if (embedded != null) {
            complete.put("STOCKROOM_DATABASE_URL", embedded.address().url());
            complete.put("STOCKROOM_DATABASE_USER", embedded.address().user());
            complete.put("STOCKROOM_DATABASE_PASSWORD", embedded.address().password());
            complete.put("STOCKROOM_DATABASE_OWNER", "");
            complete.put("STOCKROOM_DATABASE_OWNER_PASSWORD", "");
        }
        return Settings.read(complete);
    }

    /// The addresses of links name the port before the server listens.
    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port;
    }

    private static void introduce(StockroomServer server, boolean docsPage) {
        System.out.printf("%nStockroom answers at %s; operators at %s%n", url(server.port()), url(server.adminPort()));
        if (docsPage) {
            System.out.printf("The interface to read and try out in a browser: %s/docs%n", url(server.port()));
        }
    }

    private static void write(Path file, DemoFile content) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, SecretCipher.OWNER_ONLY);
        Files.writeString(
                file, JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(content));
    }

    private static void showCalls(StockroomServer server, Path file, DemoMerchant merchant) {
        long now = InstantSource.system().instant().getEpochSecond();
        System.out.printf(
                """
                Credentials of the demonstration merchants, and an operator's key: %s

                The first page of a merchant's products (this signature is good for ten minutes):

                curl -sS %s/Stock/Product -H 'appid: %s' -H 'timestamp: %d' -H 'sign: %s' -H 'accesstoken: %s' -d page=1

                """,
                file,
                url(server.port()),
                merchant.appid(),
                now,
                Sign.of(new Secret(merchant.secret()), now),
                merchant.accesstoken());
    }

    private static String invite(StockroomServer server, URI console, DemoMerchant merchant) {
        var owner = new Grant(Role.OWNER, Place.ofMerchant(merchant.merchantId()));
        var link = new LinkStore(server.database())
                .invite(Operator.onTheServer(), PersonName.of("northgate").orElseThrow(), owner);
        return LinkResource.url(console, link.secret());
    }

    private static void showInvitation(String url) {
        System.out.printf("""
                The owner of the first merchant chooses a password and signs in here, once:

                %s

                """, url);
    }

    private static void showReset(StockroomServer server, Secret operatorKey) {
        System.out.printf("""
                Everything as it is now again, whatever was changed since:

                curl -sS -X POST %s/admin/v1/demo/reset -H 'Authorization: Bearer %s'

                """, url(server.adminPort()), operatorKey.reveal());
    }

    @Override
    public void close() {
        server.close();
        if (embedded != null) {
            embedded.close();
        }
    }
}
