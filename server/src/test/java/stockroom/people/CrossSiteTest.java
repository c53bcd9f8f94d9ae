package stockroom.people;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.admin.people.Grant;
import stockroom.admin.people.Place;
import stockroom.admin.people.Role;
import stockroom.testing.platform.Platform;

/// Other sites can neither send forms nor be led to.
@Tag("slow")
class CrossSiteTest {
    private static final Platform platform = Platform.start(Map.of());

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static List<String> forms() {
        return PeoplePaths.of(platform).stream()
                .filter(path -> path.startsWith("POST "))
                .map(path -> path.substring("POST ".length()).replaceAll("\\{\\w+}", "1"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "https://console.example.evil",
                "https://evil.console.example",
                "https://console.example:444",
                "http://console.example",
                "https://CONSOLE.example",
                "https://console.example/",
                "https://console.example, https://evil.example",
                "https://console.example@evil.example"
            })
    void aFormOfAnotherSiteChangesNothing(String origin) {
        var person = platform.person(
                new Grant(Role.OWNER, Place.ofMerchant(platform.merchant().id().value())));
        var browser = platform.browser();
        browser.signIn(person);
        browser.withOrigin(origin);
        var before = platform.digest();

        for (var form : forms()) {
            var reply = browser.post(form, "name", person.name(), "password", "seven quiet lamps", "language", "zh");
            assertThat(reply.status()).as(form).isIn(400, 403);
            assertThat(reply.headers().allValues("Set-Cookie")).as(form).isEmpty();
        }

        assertThat(forms()).hasSizeGreaterThan(15);
        assertThat(platform.digest()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example",
                "//evil.example",
                "///evil.example",
                "/\\evil.example",
                "\\\\evil.example",
                "/%2f/evil.example",
                "/.evil.example",
                "/account@evil.example",
                "/account/../../evil",
                "/account?to=//evil.example",
                "/account#//evil.example",
                "/account\r\nLocation: https://evil.example",
                "/account%0d%0aSet-Cookie:a=b",
                "javascript:alert(1)",
                "data:text/html,x",
                "/link/secret",
                "/sign-out",
                " /account //",
                "/merchants/1/people/invite",
                "account",
                "/ACCOUNT",
                "/account/",
                "https:/evil.example",
                "https:evil.example",
                "/\tevil.example",
                "//console.example@evil.example",
                "http://localhost",
                "/places\u0000",
                "/places\u202e",
                "?to=/account"
            })
    void noAddressLeadsElsewhere(String to) {
        var browser = platform.browser();
        var reply = browser.post("/language", "language", "en", "to", to);

        assertThat(reply.status()).isIn(303, 400);
        assertThat(reply.header("Location").orElse("/")).isIn("/", "/account");
        assertThat(reply.headers().allValues("Set-Cookie")).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void signingInLeadsToThePlacesWhateverTheAddressAsksFor() {
        var browser = platform.browser();
        browser.signIn(platform.person(new Grant(
                Role.PROGRAMMER, Place.ofApplication(platform.merchant().appid()))));

        assertThat(browser.get("/sign-in?to=//evil.example&next=//evil.example").header("Location"))
                .contains("/");
    }

    @Test
    void noPageStandsInAFrameOrRunsAScript() {
        var browser = platform.browser();
        for (var path : List.of("/sign-in", "/link", "/nothing", "/platform/people")) {
            var reply = browser.followed(browser.get(path));
            assertThat(reply.header("Content-Security-Policy").orElseThrow())
                    .as(path)
                    .contains("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'")
                    .doesNotContain("script", "unsafe");
            assertThat(reply.text()).as(path).doesNotContain("<script", "style=\"", "http:", "https:", "onclick");
        }
    }
}
