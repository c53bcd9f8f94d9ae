package stockroom.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.testing.http.RawConnection;
import stockroom.testing.http.Reply;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

@Tag("slow")
class HttpProtocolTest {
    private final Platform platform = Platform.shared();
    private TestMerchant merchant;
    private int product;

    @BeforeEach
    void stock() {
        merchant = platform.merchant();
        product = merchant.product();
        merchant.withStock(product, "red", 38, 5);
    }

    @Test
    void http10IsAnsweredAndItsConnectionClosed() {
        try (var connection = new RawConnection(platform.port())) {
            var reply = connection
                    .send(stockList("HTTP/1.0", "/Stock/List", ""))
                    .answer()
                    .orElseThrow();

            assertThat(reply.success()).isTrue();
            assertThat(connection.closedByServer()).isTrue();
        }
    }

    @Test
    void http10WithKeepAliveKeepsItsConnection() {
        try (var connection = new RawConnection(platform.port())) {
            for (int i = 0; i < 3; i++) {
                var reply = connection
                        .send(stockList("HTTP/1.0", "/Stock/List", "Connection: keep-alive\r\n"))
                        .answer()
                        .orElseThrow();
                assertThat(reply.success()).isTrue();
            }
        }
    }

    @Test
    void aCallerThatAsksToCloseTheConnectionSeesItClosed() {
        try (var connection = new RawConnection(platform.port())) {
            var reply = connection
                    .send(stockList("HTTP/1.1", "/Stock/List", "Connection: close\r\n"))
                    .answer()
                    .orElseThrow();

            assertThat(reply.success()).isTrue();
            assertThat(connection.closedByServer()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://localhost/Stock/List", "http://localhost/Stock/List?x=1", "https://localhost/Stock/List"
            })
    void aTargetMayBeAnAddress(String target) {
        try (var connection = new RawConnection(platform.port())) {
            var reply =
                    connection.send(stockList("HTTP/1.1", target, "")).answer().orElseThrow();

            assertThat(reply.status()).as(reply.text()).isEqualTo(200);
            assertThat(reply.success()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"80, 200", "101, 400"})
    void aRequestHasAtMostAHundredHeaders(int headers, int status) {
        try (var connection = new RawConnection(platform.port())) {
            var reply = connection
                    .send(stockList("HTTP/1.1", "/Stock/List", "X: 1\r\n".repeat(headers)))
                    .answer()
                    .orElseThrow();

            assertThat(reply.status()).isEqualTo(status);
            assertThat(reply.text().contains("more than 100 headers")).isEqualTo(status == 400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 5000000", "Transfer-Encoding: chunked"})
    void aRefusalBeforeTheEndOfALongBodySaysThatTheConnectionIsClosed(String length) {
        try (var connection = new RawConnection(platform.port())) {
            var reply = connection
                    .send("POST /Stock/None HTTP/1.1\r\nHost: localhost\r\n%s\r\n\r\n".formatted(length))
                    .answer()
                    .orElseThrow();

            assertThat(reply.status()).isEqualTo(404);
            assertThat(reply.header("Connection")).contains("close");
            assertThat(connection.closedByServer()).isTrue();
        }
    }

    @Test
    void aRefusalBeforeTheEndOfAShortBodyKeepsTheConnection() {
        var request = "POST /Stock/None HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7\r\n\r\n";
        try (var connection = new RawConnection(platform.port())) {
            for (int i = 0; i < 2; i++) {
                var reply = connection.send(request).answer().orElseThrow();
                connection.send("pid=123");

                assertThat(reply.status()).isEqualTo(404);
                assertThat(reply.header("Connection")).isEmpty();
            }
        }
    }

    @Test
    void http2FromTheFirstByteOnIsRefusedOnceAndClosed() {
        try (var connection = new RawConnection(platform.port())) {
            var reply = connection
                    .send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0")
                    .answer()
                    .orElseThrow();

            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.code()).isEqualTo("REQUEST_MALFORMED");
            assertThat(connection.closedByServer()).isTrue();
        }
    }

    /// Java's own client requests this.
    @Test
    void anUpgradeToHttp2IsPassedOver() throws Exception {
        try (var client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            var response = client.send(request("/Stock/List", Map.of(), form()).build(), BodyHandlers.ofString(UTF_8));

            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
            assertThat(response.body()).contains("\"success\":true");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "GZIP", "identity"})
    void aBodyMayBeCompressed(String encoding) {
        var body = encoding.equals("identity") ? form() : gzip(form());
        var response = send(Map.of("Content-Encoding", encoding), body);

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text()).contains("\"success\":true");
    }

    @ParameterizedTest
    @CsvSource({"br", "deflate", "zstd", "compress", "'gzip, gzip'"})
    void anotherEncodingIsRefusedByName(String encoding) {
        var response = send(Map.of("Content-Encoding", encoding), form());
        var text = response.text();

        assertThat(response.status()).isEqualTo(400);
        assertThat(text).contains("CONTENT_ENCODING_INVALID").contains("Content-Encoding: " + encoding);
    }

    @Test
    void whatACompressedBodyInflatesToIsBounded() {
        var bomb = gzip(new byte[64 << 20]);
        assertThat(bomb.length).isLessThan(65_536);
        var response = send(Map.of("Content-Encoding", "gzip"), bomb);
        assertThat(response.status()).isEqualTo(413);

        var stock = merchant.headers();
        stock.put("Content-Type", TestMerchant.JSON);
        stock.put("Content-Encoding", "gzip");
        assertThat(merchant.send("POST", "/Stock/Creat", stock.entrySet(), bomb).code())
                .isEqualTo("BODY_TOO_LARGE");
    }

    @Test
    void aCompressedBodyThatIsNoneIsRefused() {
        for (var body : List.of(form(), Arrays.copyOf(gzip(form()), 15))) {
            var response = send(Map.of("Content-Encoding", "gzip"), body);
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.text()).contains("REQUEST_MALFORMED");
        }
    }

    @Test
    void longAnswersAreCompressedForThoseWhoTakeIt() throws Exception {
        merchant.products(60);
        var asked = "page=1&pageSize=60".getBytes(UTF_8);
        var plain = send("/Stock/Product", Map.of(), asked);
        var packed = send("/Stock/Product", Map.of("Accept-Encoding", "gzip"), asked);

        assertThat(plain.header("Content-Encoding")).isEmpty();
        assertThat(packed.header("Content-Encoding")).contains("gzip");
        assertThat(packed.header("Vary")).contains("Accept-Encoding");
        assertThat(packed.body().length).isLessThan(plain.body().length / 3);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(packed.body())).readAllBytes())
                .isEqualTo(plain.body());
        assertThat(send(Map.of("Accept-Encoding", "gzip"), form()).header("Content-Encoding"))
                .as("a short answer")
                .isEmpty();
    }

    @Test
    void jsonIsNeitherKeptNorTakenForSomethingElse() {
        for (var response :
                List.of(send(Map.of(), form()), send(Map.of("sign", "x"), form()), send("/no", Map.of(), form()))) {
            assertThat(response.header("Cache-Control")).contains("no-store");
            assertThat(response.header("X-Content-Type-Options")).contains("nosniff");
            assertThat(response.header("Server"))
                    .as("what serves is nobody's business")
                    .isEmpty();
        }
    }

    @Test
    void theEarliestRefusalHasTheCallsOwnDataAndALineInTheLog() {
        try (var server = new ServerProcess(platform.environment())) {
            var port = URI.create(server.baseUrl()).getPort();
            for (var head : List.of("no colon\r\n", "X: " + "x".repeat(20_000) + "\r\n", "Content-Length: x\r\n")) {
                try (var connection = new RawConnection(port)) {
                    var reply = connection
                            .send("POST /Stock/Product HTTP/1.1\r\nHost: localhost\r\n" + head + "\r\n")
                            .answer()
                            .orElseThrow();
                    assertThat(reply.status()).isEqualTo(400);
                    assertThat(reply.code()).isEqualTo("REQUEST_MALFORMED");
                    assertThat(reply.json().path("totalPages").isNumber()).isTrue();
                    assertThat(reply.json().path("data").isArray()).isTrue();
                    var id = reply.json().path("requestId").asString();
                    await().atMost(60, SECONDS).until(() -> server.log().contains(id));
                }
            }
        }
    }

    @Test
    void healthHasAListenerOfItsOwn() {
        var url = platform.healthUrl();
        assertThat(SimpleHttp.get(url + "/health/live").text()).isEqualTo("alive\n");
        // the server's readiness check may time out on a busy machine
        await().atMost(60, SECONDS)
                .until(() -> SimpleHttp.get(url + "/health/ready").text().equals("ready\n"));
        await().atMost(60, SECONDS)
                .until(() -> SimpleHttp.send("HEAD", url + "/health/ready").status() == 200);
        for (var path :
                List.of("/", "/metrics", "/Stock/List", "/docs", "/admin/v1/merchants", "/health", "/health/ready/")) {
            assertThat(SimpleHttp.get(url + path).status()).as(path).isEqualTo(404);
        }
        assertThat(SimpleHttp.send("POST", url + "/health/ready").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "203.0.113.9,203.0.113.9",
        "'203.0.113.9, 127.0.0.77',203.0.113.9",
        "'198.51.100.1, 203.0.113.9, 127.1.2.3, fd00::7',203.0.113.9",
        "'203.0.113.9, 2001:db8::1, ::1',2001:db8::1",
        "'203.0.113.9, 2001:0db8::2',2001:0db8::2",
        "'203.0.113.9, no address',no address",
        "'127.0.0.5, ::1',127.0.0.1",
        "'',127.0.0.1"
    })
    void theCallerIsTheLastAddressThatIsNoTrustedProxy(String forwardedFor, String expected) {
        var environment = new LinkedHashMap<>(platform.environment());
        environment.put("STOCKROOM_TRUSTED_PROXIES", "127.0.0.0/8, fd00::/8 ::1");
        try (var own = Platform.on(platform.address(), environment)) {
            var far = merchant.from(forwardedFor.isEmpty() ? "127.0.0.1" : forwardedFor);
            // ten wrong signatures close only this address
            for (int i = 0; i < 10; i++) {
                far.withSecret(merchant.token()).postTo(own.baseUrl(), "/Stock/Product", TestMerchant.FORM, "page=1");
            }
            assertThat(merchant.from(expected)
                            .withSecret(merchant.token())
                            .postTo(own.baseUrl(), "/Stock/Product", TestMerchant.FORM, "page=1")
                            .code())
                    .isEqualTo("TOO_MANY_FAILURES");
            assertThat(merchant.from("192.0.2.1")
                            .withSecret(merchant.token())
                            .postTo(own.baseUrl(), "/Stock/Product", TestMerchant.FORM, "page=1")
                            .code())
                    .isEqualTo("SIGN_MISMATCH");
        }
    }

    private String stockList(String version, String target, String headers) {
        var head = new StringBuilder("POST %s %s\r\n%s".formatted(target, version, headers));
        merchant.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        return head.append("Content-Type: application/x-www-form-urlencoded\r\n")
                .append(version.equals("HTTP/1.0") ? "" : "Host: localhost\r\n")
                .append("Content-Length: %d\r\n\r\n".formatted(form().length))
                .append(new String(form(), UTF_8))
                .toString();
    }

    private byte[] form() {
        return ("productid=" + product).getBytes(UTF_8);
    }

    private Reply send(Map<String, String> headers, byte[] body) {
        return send("/Stock/List", headers, body);
    }

    private Reply send(String path, Map<String, String> headers, byte[] body) {
        return SimpleHttp.send(request(path, headers, body));
    }

    private HttpRequest.Builder request(String path, Map<String, String> headers, byte[] body) {
        var all = merchant.headers();
        all.put("Content-Type", TestMerchant.FORM);
        all.putAll(headers);
        var request =
                HttpRequest.newBuilder(URI.create(platform.baseUrl() + path)).POST(BodyPublishers.ofByteArray(body));
        all.forEach(request::header);
        return request;
    }

    private static byte[] gzip(byte[] plain) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
