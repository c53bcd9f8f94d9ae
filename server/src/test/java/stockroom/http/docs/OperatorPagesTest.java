package stockroom.http.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.platform.Platform;

class OperatorPagesTest {
    private final Platform platform = Platform.shared();

    @ParameterizedTest
    @CsvSource({
        "/docs,text/html,operator's key",
        "/docs/operators.yaml,application/yaml,createMerchant",
        "/docs/operators.json,application/json,createMerchant",
        "/docs/operators-chinese.json,application/json,运营密钥",
        "/docs/page.js,text/javascript,Authorization",
        "/docs/calls.js,text/javascript,SwaggerUIBundle",
        "/docs/viewer-chinese.json,application/json,请求体",
        "/docs/page.css,text/css,dark-mode",
        "/docs/viewer.js,text/javascript,SwaggerUIBundle",
        "/docs/logo.svg,image/svg+xml,svg"
    })
    void thePageAndItsFilesAreServedToAnyoneWhoReachesThePort(String path, String type, String content) {
        var reply = SimpleHttp.get(platform.adminUrl() + path);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("Content-Type").orElse("")).startsWith(type);
        assertThat(reply.text()).contains(content);
        assertThat(reply.header("Content-Security-Policy").orElse("")).contains("default-src 'none'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/docs/operators.yaml", "/docs/operators.json", "/docs/operators.html"})
    void theMerchantsPortHasNothingOfIt(String path) {
        assertThat(SimpleHttp.get(platform.baseUrl() + path).status()).isEqualTo(404);
    }
}
