package stockroom.demo;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.auth.Sign;
import stockroom.config.Secret;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.DemoProcess;
import tools.jackson.databind.JsonNode;

@Tag("slow")
class DemoResetTest {
    private static final String RESET = "/demo/reset";

    @Test
    void everythingIsAsItWasAtTheStart(@TempDir Path folder) {
        try (var demo = new DemoProcess(folder, Map.of())) {
            var operator = demo.operator();
            int product = demo.productWithStock(0);
            var before = state(demo, operator);
            var token = operator.read("/tokens?merchant=" + demo.merchant(0))
                    .path("items")
                    .path(0);

            var first = post(demo, "/Stock/Creat", TestMerchant.JSON, stockOf(product));
            assertThat(first.path("success").asBoolean()).isTrue();
            // if the machine paused, a call is admitted and takes the next turn
            await().atMost(60, SECONDS)
                    .until(() -> post(demo, "/Stock/Creat", TestMerchant.JSON, stockOf(product))
                            .path("code")
                            .asString("")
                            .equals("CREATE_TOO_SOON"));
            var cursor = changes(demo, "").path("cursor").asString();
            assertThat(post(demo, "/Product/Detail", TestMerchant.FORM, "pid=" + product)
                            .path("success")
                            .asBoolean())
                    .isTrue();
            assertThat(post(demo, "/Product/UploadResult", TestMerchant.JSON, """
                    {"pId":%d,"platform":"tb","shopId":"880001","shopName":"s","userId":"u","userNick":"n","itemId":"i","status":1}
                    """.formatted(product))
                            .path("success")
                            .asBoolean())
                    .isTrue();
            operator.delete("/merchants/%d/products/%d".formatted(demo.merchant(0), product + 1));
            operator.create("/applications", "{\"name\":\"one more\"}");
            assertThat(state(demo, operator)).isNotEqualTo(before);
            operator.delete("/tokens/" + token.path("tokenId").asString());
            awaitCode(demo, "TOKEN_INVALID");

            assertThat(operator.sendUnchecked("POST", RESET, "", "").text()).isEqualTo("{\"success\":true}");

            awaitCode(demo, "");
            assertThat(state(demo, operator)).isEqualTo(before);
            assertThat(changes(demo, cursor).path("code").asString()).isEqualTo("CURSOR_BEFORE_RESTORE");
            assertThat(post(demo, "/Stock/Creat", TestMerchant.JSON, stockOf(product)))
                    .isEqualTo(first);
            assertThat(Operators.withoutKey(demo.adminUrl())
                            .sendUnchecked("POST", RESET, "", "")
                            .status())
                    .isEqualTo(401);
        }
    }

    @Test
    void aServerAndADemonstrationOnAGivenDatabaseHaveNoReset(@TempDir Path folder) {
        var database = TestDatabase.fresh();
        var settings = Map.of("STOCKROOM_DATABASE_URL", database.url(), "STOCKROOM_DATABASE_USER", database.user());
        try (var demo = new DemoProcess(folder, settings)) {
            assertThat(demo.operator().sendUnchecked("POST", RESET, "", "").status())
                    .isEqualTo(404);
        }
        var platform = Platform.shared();
        assertThat(platform.operator().sendUnchecked("POST", RESET, "", "").status())
                .isEqualTo(404);
    }

    private static String stockOf(int product) {
        return "[{\"pid\":%d,\"color\":\"orange\",\"param\":[{\"size\":\"36-41\",\"stock\":7}]}]".formatted(product);
    }

    /// Waits, because a changed token reaches every server within a second.
    private static void awaitCode(DemoProcess demo, String code) {
        await().atMost(60, SECONDS)
                .until(() -> changes(demo, "").path("code").asString("").equals(code));
    }

    private static JsonNode changes(DemoProcess demo, String cursor) {
        return post(demo, "/Stock/Changes", TestMerchant.FORM, cursor.isEmpty() ? "" : "cursor=" + cursor);
    }

    private static Map<String, String> state(DemoProcess demo, Operators operator) {
        var state = new TreeMap<String, String>();
        for (var path : new String[] {
            "/applications",
            "/audit",
            "/merchants",
            "/merchants/1/products",
            "/merchants/1/publish-results",
            "/merchants/1/pushes",
            "/merchants/1/stock",
            "/operator-keys",
            "/tokens"
        }) {
            // leaves out last uses, which are written with a delay
            state.put(path, operator.read(path).toString().replaceAll("\"lastUsedAt\":[^,}]*", ""));
        }
        state.put(
                "list",
                post(demo, "/Stock/List", TestMerchant.FORM, "productid=" + demo.productWithStock(0))
                        .toString());
        var limits = post(demo, "/Account/Limits", TestMerchant.FORM, "");
        assertThat(limits.path("success").asBoolean()).isTrue();
        state.put("limits", limits.path("data").toString());
        return state;
    }

    private static JsonNode post(DemoProcess demo, String path, String contentType, String body) {
        long now = Instant.now().getEpochSecond();
        var request = HttpRequest.newBuilder(URI.create(demo.url() + path))
                .headers("appid", Long.toString(demo.appid(0)), "timestamp", Long.toString(now))
                .headers("sign", Sign.of(new Secret(demo.secret(0)), now), "accesstoken", demo.token(0))
                .header("Content-Type", contentType)
                .POST(BodyPublishers.ofString(body));
        return SimpleHttp.send(request).json();
    }
}
