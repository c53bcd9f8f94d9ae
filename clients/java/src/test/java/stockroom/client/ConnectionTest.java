package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ConnectionTest {
    private static final String NO_STOCK = "{\"success\":true,\"msg\":\"\",\"data\":[]}";
    private static final char[] PASSWORD = "changeit".toCharArray();

    private final InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @Test
    void callsGoThroughTheProxy() {
        try (var relay = new Interference("");
                var client = ClientMerchant.create()
                        .client("http://stock.example")
                        .proxy(new Proxy(
                                Proxy.Type.HTTP,
                                InetSocketAddress.createUnresolved(
                                        "127.0.0.1", URI.create(relay.url()).getPort())))
                        .build()) {
            relay.then(Interference.answer(200, NO_STOCK));

            assertThat(client.stock(7)).isEmpty();
            assertThat(relay.seen()).containsExactly("/Stock/List");
        }
    }

    @Test
    void aCertificateOfOnesOwnIsTrustedByAnSslContext(@TempDir Path folder) throws Exception {
        var tls = selfSigned(folder.resolve("store.p12"));
        var server = HttpsServer.create(anyPort, 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            var body = NO_STOCK.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        var builder = ClientMerchant.create()
                .client("https://127.0.0.1:" + server.getAddress().getPort());
        try (var untrusting = builder.build();
                var trusting = builder.sslContext(tls).build()) {
            // is not retried
            assertThatThrownBy(() -> untrusting.stock(7))
                    .isInstanceOfSatisfying(
                            UnavailableException.class,
                            e -> assertThat(e.isTemporary()).isFalse());
            assertThat(trusting.stock(7)).isEmpty();
        } finally {
            server.stop(0);
        }
    }

    private static SSLContext selfSigned(Path store)
            throws IOException, InterruptedException, GeneralSecurityException {
        var keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(keytool.waitFor()).isZero();
        var keys = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        var context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }
}
