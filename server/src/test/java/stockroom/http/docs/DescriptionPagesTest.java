package stockroom.http.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.testing.http.MerchantDescription;
import stockroom.testing.http.OpenApi;
import stockroom.testing.http.RawConnection;
import stockroom.testing.http.Reply;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
class DescriptionPagesTest {
    private final Platform platform = Platform.shared();

    private Reply send(String method, String path, String... headers) {
        var request =
                HttpRequest.newBuilder(URI.create(platform.baseUrl() + path)).method(method, BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        var response = SimpleHttp.send(request);
        boolean readable = !header(response, "Content-Encoding").equals("gzip");
        if (path.equals("/openapi.yaml") || (path.equals("/openapi.json") && readable)) {
            MerchantDescription.read().checked(method, path, response);
        }
        return response;
    }

    private static String header(Reply response, String name) {
        return response.header(name).orElse("");
    }

    @Test
    void theDescriptionIsServedAsItIs() throws Exception {
        var response = send("GET", "/openapi.yaml");

        assertThat(response.status()).isEqualTo(200);
        assertThat(header(response, "Content-Type")).isEqualTo("application/yaml");
        assertThat(response.text())
                .isEqualTo(MerchantDescription.read().openApi().text());
        // and it describes itself
        Platform.shared().merchant().send("GET", "/openapi.yaml", Set.of(), new byte[0]);
        Platform.shared().merchant().send("POST", "/openapi.yaml", Set.of(), new byte[0]);
        Platform.shared()
                .merchant()
                .send(
                        "GET",
                        "/openapi.yaml",
                        Map.of("If-None-Match", header(response, "ETag")).entrySet(),
                        new byte[0]);
    }

    @Test
    void asJsonItSaysTheSame() throws Exception {
        var json = send("GET", "/openapi.json").text();

        assertThat(OpenApi.of(json).document())
                .isEqualTo(MerchantDescription.read().openApi().document());
        assertThat(JsonMapper.shared().readTree(json).path("openapi").asString())
                .isEqualTo("3.1.0");
    }

    @Test
    void onlyADemonstrationFillsCredentialsIn() throws Exception {
        var told = send("GET", "/docs/server.json");

        assertThat(told.text()).isEqualTo("{\"guide\":null,\"demonstration\":null}");
        assertThat(header(told, "Cache-Control")).isEqualTo("no-store");
    }

    @ParameterizedTest
    @CsvSource({
        "/openapi.yaml,application/yaml",
        "/openapi.json,application/json",
        "/docs,text/html;charset=utf-8",
        "/docs/logo.svg,image/svg+xml",
        "/docs/chinese.json,application/json",
        "/docs/viewer-chinese.json,application/json",
        "/docs/page.css,text/css; charset=utf-8",
        "/docs/page.js,text/javascript; charset=utf-8",
        "/docs/calls.js,text/javascript; charset=utf-8",
        "/docs/md5.js,text/javascript; charset=utf-8",
        "/docs/viewer.js,text/javascript; charset=utf-8",
        "/docs/viewer.css,text/css; charset=utf-8"
    })
    void everyFileComesPlainOrCompressedAndIsNotSentTwice(String path, String type) throws Exception {
        var plain = send("GET", path);
        var packed = send("GET", path, "Accept-Encoding", "br, gzip");
        var etag = header(plain, "ETag");

        assertThat(List.of(plain.status(), packed.status())).containsOnly(200);
        assertThat(header(plain, "Content-Type")).isEqualTo(type);
        assertThat(header(plain, "Content-Encoding")).isEmpty();
        assertThat(header(packed, "Content-Encoding")).isEqualTo("gzip");
        assertThat(header(plain, "Content-Length")).isEqualTo("" + plain.body().length);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(packed.body())).readAllBytes())
                .isEqualTo(plain.body());
        assertThat(header(plain, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(plain, "X-Request-Id")).matches("[0-9a-f]{16}");

        var again = send("GET", path, "If-None-Match", etag);
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(header(again, "ETag")).isEqualTo(etag);
        assertThat(send("GET", path, "If-None-Match", "\"0123\"").status()).isEqualTo(200);
        var etagOfPacked = header(packed, "ETag");
        assertThat(etagOfPacked).isNotEqualTo(etag);
        assertThat(send("GET", path, "Accept-Encoding", "gzip", "If-None-Match", etagOfPacked)
                        .status())
                .isEqualTo(304);

        var head = send("HEAD", path);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(header(head, "Content-Length")).isEqualTo("" + plain.body().length);
    }

    @Test
    void thePageTakesNothingFromOtherHostsAndCannotBeFramed() throws Exception {
        var response = send("GET", "/docs");
        var page = response.text();
        var policy = header(response, "Content-Security-Policy");

        assertThat(policy)
                .contains("default-src 'none'", "script-src 'self';", "connect-src 'self'", "form-action 'none'")
                .contains("frame-ancestors 'none'")
                .doesNotContain("unsafe", "*", "http");
        assertThat(header(response, "Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(page).doesNotContain("//").doesNotContain("name=\"secret");
        var files = Pattern.compile("(?:src|href)=\"([^\"]+)\"")
                .matcher(page)
                .results()
                .map(found -> found.group(1));
        assertThat(files.filter(file -> !file.startsWith("?")))
                .hasSize(10)
                .allSatisfy(file -> assertThat(send("GET", "/" + file).status()).isEqualTo(200));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/docs/index.html",
                "/docs/page.html",
                "/docs/../openapi.yaml",
                "/docs/..%2f..%2fmessages.properties",
                "/docs/messages.properties",
                "/docs/viewer.js/",
                "/docs//viewer.js",
                "/docs/swagger-ui-bundle.js",
                "/OPENAPI.yaml",
                "/META-INF/MANIFEST.MF"
            })
    void nothingElseIsServed(String path) {
        try (var connection = new RawConnection(platform.port())) {
            var reply = connection
                    .send("GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(path))
                    .answer()
                    .orElseThrow();

            assertThat(reply.status()).isEqualTo(404);
            assertThat(reply.code()).isEqualTo("PATH_UNKNOWN");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/docs/"})
    void aPersonIsLedToThePageAndAProgramToldThatThereIsNoSuchPath(String path) throws Exception {
        for (var method : List.of("GET", "HEAD")) {
            var response = send(method, path);
            assertThat(response.status()).isEqualTo(302);
            assertThat(header(response, "Location")).isEqualTo("/docs");
        }
        var reply = platform.merchant().post(path, TestMerchant.FORM, "");
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.code()).isEqualTo("PATH_UNKNOWN");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS"})
    void theyAreOnlyRead(String method) throws Exception {
        for (var path : List.of("/docs", "/openapi.yaml", "/openapi.json", "/docs/viewer.js", "/docs/server.json")) {
            var response = send(method, path);

            assertThat(response.status()).isEqualTo(405);
            assertThat(header(response, "Allow")).isEqualTo("GET, HEAD");
        }
    }

    @Test
    void aServerWithoutThePageStillDescribesItself() {
        try (var own = Platform.start(Map.of("STOCKROOM_DOCS_PAGE", "false"))) {
            var merchant = own.merchant();

            assertThat(Stream.of("/docs", "/docs/page.js", "/docs/viewer.js", "/docs/server.json")
                            .map(path -> merchant.send("GET", path, Set.of(), new byte[0])
                                    .status()))
                    .containsOnly(404);
            assertThat(merchant.send("GET", "/openapi.yaml", Set.of(), new byte[0])
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void readingThePageIsCountedByItsOwnPathsAndNeverAsAFailure() throws Exception {
        var etag = header(send("GET", "/docs"), "ETag");
        assertThat(send("GET", "/docs", "If-None-Match", etag).status()).isEqualTo(304);

        assertThat(platform.admin("/metrics").text().lines())
                .anyMatch(line -> line.contains("endpoint=\"/docs\"") && line.contains("outcome=\"success\""))
                .noneMatch(line -> line.contains("endpoint=\"/docs\"")
                        && line.contains("outcome=\"bad_request\"")
                        && !line.contains("METHOD_NOT_ALLOWED"));
    }

    @Test
    void failuresAndThePageLinkToTheGuideWhereThereIsAnAddress() throws IOException {
        try (var own = Platform.start(Map.of("STOCKROOM_DOCS_ADDRESS", "https://docs.example/stockroom/"))) {
            var merchant = own.merchant();
            var address = "https://docs.example/stockroom/errors.html#";

            assertThat(merchant.stockList(999).json().path("doc").asString()).isEqualTo(address + "PRODUCT_UNKNOWN");
            assertThat(merchant.productList("page", 0).json().path("doc").asString())
                    .isEqualTo(address + "PAGE_INVALID");
            assertThat(merchant.post("/no", TestMerchant.FORM, "")
                            .json()
                            .path("doc")
                            .asString())
                    .isEqualTo(address + "PATH_UNKNOWN");
            var inChinese = Map.of("Accept-Language", "zh-CN").entrySet();
            assertThat(merchant.send("POST", "/no", inChinese, new byte[0])
                            .json()
                            .path("doc")
                            .asString())
                    .isEqualTo("https://docs.example/stockroom/zh/errors.html#PATH_UNKNOWN");
            try (var connection = new RawConnection(own.port())) {
                assertThat(connection
                                .send("GET / HTTP/1.1\r\nno colon\r\n\r\n")
                                .answer()
                                .orElseThrow()
                                .json()
                                .path("doc")
                                .asString())
                        .isEqualTo(address + "REQUEST_MALFORMED");
            }
            var page = URI.create("http://127.0.0.1:%d/docs/server.json".formatted(own.port()));
            try (var told = page.toURL().openStream()) {
                assertThat(told).asString(UTF_8).contains("{\"guide\":\"https://docs.example/stockroom\",");
            }
            assertThat(merchant.productList("page", 1).json().has("doc")).isFalse();
            // operators have documents of their own
            assertThat(own.admin("/admin/v1/no").json().has("doc")).isFalse();
        }
        assertThat(platform.merchant().stockList(999).json().has("doc")).isFalse();
    }
}
