package stockroom;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stockroom.admin.operators.OperatorKeyStore;
import stockroom.admin.operators.Scope;
import stockroom.audit.Operator;
import stockroom.auth.SecretCipher;
import stockroom.auth.Sign;
import stockroom.config.Secret;
import stockroom.config.Settings;
import stockroom.database.EmbeddedDatabase;
import stockroom.demo.Demo;
import stockroom.demo.Demo.DemoMerchant;
import stockroom.http.docs.DescriptionPages.Credentials;
import tools.jackson.databind.json.JsonMapper;

/// `make run`: the server with a database of its own, unless one is set, and with demonstration data, unless it has
/// some.
final class DemoServer implements AutoCloseable {
    private final @Nullable EmbeddedDatabase embedded;
    private final StockroomServer server;

    private DemoServer(@Nullable EmbeddedDatabase embedded, StockroomServer server) {
        this.embedded = embedded;
        this.server = server;
    }

    private record DemoFile(String baseUrl, String adminUrl, String operatorKey, List<DemoMerchant> merchants) {}

    static DemoServer start(Settings settings, Path directory) throws IOException {
        Files.createDirectories(directory);
        var embedded = settings.database().url().isPresent() ? null : new EmbeddedDatabase();
        try {
            var server = new StockroomServer(complete(settings, embedded, directory), InstantSource.system());
            var merchants = new Demo(server.database(), server.cipher()).fill();
            merchants.stream()
                    .findFirst()
                    .map(first -> new Credentials(first.appid(), first.secret(), first.accesstoken()))
                    .ifPresent(server.pages()::showCredentials);
            server.start();
            introduce(server, settings.http().docsPage(), merchants, directory.resolve("demo.json"));
            return new DemoServer(embedded, server);
        } catch (IOException | RuntimeException e) {
            if (embedded != null) {
                embedded.close();
            }
            throw e;
        }
    }

    private static Settings complete(Settings settings, @Nullable EmbeddedDatabase embedded, Path directory)
            throws IOException {
        var keyset = settings.auth().keysetFile().orElse(directory.resolve("demo-keyset.json"));
        if (!Files.exists(keyset)) {
            SecretCipher.createKeyset(keyset);
        }
        return embedded == null
                ? settings.withKeyset(keyset)
                : settings.withKeyset(keyset)
                        .withDatabase(
                                embedded.address().url(),
                                embedded.address().user(),
                                Optional.of(new Secret(embedded.address().password())));
    }

    private static void introduce(StockroomServer server, boolean docsPage, List<DemoMerchant> merchants, Path file)
            throws IOException {
        var baseUrl = "http://127.0.0.1:" + server.port();
        var adminUrl = "http://127.0.0.1:" + server.adminPort();
        System.out.printf("%nStockroom answers at %s; operators at %s%n", baseUrl, adminUrl);
        if (docsPage) {
            System.out.printf("The interface to read and try out in a browser: %s/docs%n", baseUrl);
        }
        if (merchants.isEmpty()) {
            System.out.println("The database has merchants already: no demonstration data was added.");
            return;
        }
        Files.deleteIfExists(file);
        Files.createFile(file, SecretCipher.OWNER_ONLY);
        var operator = new OperatorKeyStore(server.database())
                .create(Operator.onTheServer(), "demonstration", Scope.WRITE, Duration.ofDays(30));
        Files.writeString(
                file,
                JsonMapper.shared()
                        .writerWithDefaultPrettyPrinter()
                        .writeValueAsString(
                                new DemoFile(baseUrl, adminUrl, operator.key().reveal(), merchants)));
        var merchant = merchants.getFirst();
        long now = InstantSource.system().instant().getEpochSecond();
        System.out.printf(
                """
                Credentials of the demonstration merchants, and an operator's key: %s

                The first page of a merchant's products (this signature is good for ten minutes):

                curl -sS %s/Stock/Product -H 'appid: %s' -H 'timestamp: %d' -H 'sign: %s' -H 'accesstoken: %s' -d page=1

                Ctrl-C stops everything.
                """,
                file,
                baseUrl,
                merchant.appid(),
                now,
                Sign.of(new Secret(merchant.secret()), now),
                merchant.accesstoken());
    }

    @Override
    public void close() {
        server.close();
        if (embedded != null) {
            embedded.close();
        }
    }
}
