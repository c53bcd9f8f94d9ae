package stockroom.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import java.io.IOException;
import java.security.InvalidKeyException;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stockroom.admin.people.Grant;
import stockroom.admin.people.Place;
import stockroom.admin.people.Role;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestBrowser;
import stockroom.testing.platform.TestLog;
import stockroom.testing.platform.TestPerson;

@Tag("also-on-citus")
@Tag("contract")
@Tag("slow")
class SignInTest {
    private static final Platform platform = Platform.start(Map.of());
    private static final String NEW_PASSWORD = "seven quiet lamps";

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static TestPerson owner() {
        return platform.person(
                new Grant(Role.OWNER, Place.ofMerchant(platform.merchant().id().value())));
    }

    /// Returns the part of a link's address after the host.
    private static String link(String path, String json) {
        var url = platform.operator().create(path, json).path("url").asString();
        assertThat(url).startsWith(Platform.CONSOLE + "/link/");
        return url.substring(Platform.CONSOLE.length());
    }

    private static String invitation(String name, String role) {
        return link("/platform/invitations", "{\"name\":\"%s\",\"role\":\"%s\"}".formatted(name, role));
    }

    /// Returns the present code of the secret that a page shows for an authenticator app.
    private static String code(Reply setup) {
        return code(
                TestBrowser.found(setup, "<code class=\"key\">([A-Z2-7 ]+)</code>")
                        .replace(" ", ""),
                0);
    }

    private static String code(String key, int later) {
        try {
            return new TimeBasedOneTimePasswordGenerator()
                    .generateOneTimePasswordString(
                            new SecretKeySpec(decoded(key), "RAW"),
                            Instant.now().plusSeconds(30L * later),
                            Locale.ROOT);
        } catch (InvalidKeyException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] decoded(String base32) {
        var bits = new StringBuilder();
        base32.chars()
                .map("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"::indexOf)
                .forEach(digit -> bits.append(Integer.toBinaryString(32 + digit).substring(1)));
        var bytes = new byte[bits.length() / 8];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(bits.substring(8 * i, 8 * i + 8), 2);
        }
        return bytes;
    }

    @Test
    void anInvitationLeadsToASecondFactorAndToThePlaces() {
        var browser = platform.browser();
        var offered = browser.followed(browser.get(invitation("Li Na", "keys")));
        assertThat(offered.text()).contains("Li Na", "Platform (Keys)");

        var setup = browser.followed(browser.post("/link", "password", NEW_PASSWORD, "again", NEW_PASSWORD));
        assertThat(setup.text()).contains("otpauth://totp/Stockroom:Li%20Na?secret=", "<svg");
        assertThat(browser.get("/places").header("Location")).contains("/second-factor");
        var codes = browser.post("/second-factor", "code", code(setup));

        assertThat(TestBrowser.all(codes, "<li><code>([A-Z2-7-]+)</code>")).hasSize(10);
        assertThat(browser.get("/places").text()).contains("Platform", "/platform/people");

        // lost phone: a recovery code signs in, once
        var other = platform.browser();
        var recovery = TestBrowser.found(codes, "<li><code>([A-Z2-7-]+)</code>");
        for (int status : new int[] {200, 422}) {
            assertThat(other.followed(other.post("/sign-in", "name", "li na", "password", NEW_PASSWORD))
                            .text())
                    .contains("Enter your code");
            assertThat(other.followed(other.post("/code", "code", recovery)).status())
                    .isEqualTo(status);
            other.post("/sign-out");
        }
    }

    @Test
    void aLinkIsNotUsedUpByLookingAtItAndIsInNoLog() throws IOException {
        var path = invitation("Mail Scanner", "read");
        for (int i = 0; i < 3; i++) {
            var browser = platform.browser();
            assertThat(browser.followed(browser.get(path)).text()).contains("Accept the invitation");
        }
        var browser = platform.browser();
        browser.get(path);
        var accepted = browser.post("/link", "password", NEW_PASSWORD, "again", NEW_PASSWORD);
        assertThat(accepted.status()).isEqualTo(303);

        var late = platform.browser();
        assertThat(late.followed(late.get(path)).text()).contains("This link cannot be used");
        assertThat(TestLog.read()).doesNotContain(path.substring("/link/".length()));
    }

    @Test
    void aMerchantsPersonSignsInWithThePasswordAlone() {
        var person = owner();
        var browser = platform.browser();

        var places = browser.signIn(person);

        assertThat(places.status()).isEqualTo(200);
        assertThat(places.text()).contains("Owner", person.name());
        assertThat(browser.cookies()).containsKeys("__Host-session", "__Host-browser");
        assertThat(places.header("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'; style-src 'self'; form-action 'self'");
        assertThat(places.header("Referrer-Policy")).contains("same-origin");
        assertThat(places.header("Cache-Control")).contains("no-store");
    }

    @ParameterizedTest
    @CsvSource({"nobody of this name,correct horse battery", "PERSON,correct horse batterz", "PERSON,''", "'',x"})
    void aWrongNameAndAWrongPasswordLookAlike(String name, String password) {
        var person = owner();
        var reply = platform.browser()
                .post("/sign-in", "name", name.replace("PERSON", person.name()), "password", password);

        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.text()).contains("The name or the password is wrong.");
        assertThat(reply.headers().allValues("Set-Cookie")).isEmpty();
    }

    @Test
    void aPersonOfThePlatformWithoutASecondFactorReachesNothingElse() {
        var person = platform.person(new Grant(Role.KEYS, Place.PLATFORM));
        var browser = platform.browser();

        assertThat(browser.signIn(person).text()).contains("Set up your second factor");
        for (var path : new String[] {"/places", "/account", "/prove", "/platform/people", "/account/password"}) {
            assertThat(browser.get(path).header("Location")).as(path).contains("/second-factor");
        }
    }

    @Test
    void aNewSessionIsMadeAtEveryStepSoNobodyCanPlantOne() {
        var person = owner();
        var victim = platform.browser();
        victim.cookies().put("__Host-session", "A".repeat(43));

        victim.signIn(person);

        assertThat(victim.cookies().get("__Host-session")).isNotEqualTo("A".repeat(43));
        var twice = platform.browser();
        twice.cookies().put("__Host-session", victim.cookies().get("__Host-session") + "; __Host-session=B");
        assertThat(twice.get("/places").header("Location")).contains("/sign-in");
    }

    @Test
    void whoeverIsRemovedIsRefusedAtOnceOnAnotherServer() {
        var person = owner();
        try (var other = Platform.on(platform)) {
            var browser = platform.browser();
            browser.signIn(person);
            var there = browser.at(other.peopleUrl(), "10.9.9.9");
            assertThat(there.get("/places").status()).isEqualTo(200);

            platform.operator().delete("/people/" + person.id());

            assertThat(there.get("/places").header("Location")).contains("/sign-in");
        }
    }

    @Test
    void aSessionIsEndedElsewhereByItsPerson() {
        var person = owner();
        var here = platform.browser();
        var there = platform.browser();
        there.signIn(person);
        here.signIn(person);
        var session = TestBrowser.found(here.get("/account"), "name=\"session\" value=\"(\\d+)\"");

        here.post("/account/end-session", "session", session);

        assertThat(there.get("/account").header("Location")).contains("/sign-in");
        assertThat(here.get("/account").status()).isEqualTo(200);
        here.post("/sign-out");
        assertThat(here.get("/account").header("Location")).contains("/sign-in");
    }

    @Test
    void aChangedPasswordEndsTheOtherSessions() {
        var person = owner();
        var here = platform.browser();
        var there = platform.browser();
        there.signIn(person);
        here.signIn(person);

        var reply = here.post("/account/password", "password", NEW_PASSWORD, "again", NEW_PASSWORD);

        assertThat(reply.header("Location")).contains("/account");
        assertThat(there.get("/account").header("Location")).contains("/sign-in");
        assertThat(here.get("/account").status()).isEqualTo(200);
        assertThat(platform.browser().signIn(person).status()).isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource({
        "short words,short words,12 to 128",
        "passwordpassword,passwordpassword,Many people",
        "aaaaaaaaaaaaaaa,aaaaaaaaaaaaaaa,Many people",
        "seven quiet lamps,seven quiet lamp,differ"
    })
    void aBadPasswordIsRefused(String password, String again, String message) {
        var browser = platform.browser();
        browser.signIn(owner());

        var reply = browser.post("/account/password", "password", password, "again", again);

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.text()).contains(message);
    }

    @Test
    void sensitiveActsAskForThePasswordAgainAfterTenMinutes() {
        var person = owner();
        var browser = platform.browser();
        browser.signIn(person);
        assertThat(browser.get("/account/password").status()).isEqualTo(200);

        platform.execute(
                "UPDATE person_session SET proven_at = now() - interval '10 minutes' WHERE person_id = " + person.id());

        assertThat(browser.get("/account/password").header("Location")).contains("/prove");
        assertThat(browser.post("/prove", "password", "correct horse batterz").text())
                .contains("The password is wrong.");
        browser.post("/prove", "password", TestPerson.PASSWORD);
        assertThat(browser.get("/account/password").status()).isEqualTo(200);
    }

    @Test
    void aResetLinkSetsAPasswordAndSignsNobodyIn() {
        var person = owner();
        var browser = platform.browser();
        browser.get(link("/people/%d/links".formatted(person.id()), "{\"kind\":\"reset\"}"));

        var reply = browser.followed(browser.post("/link", "password", NEW_PASSWORD, "again", NEW_PASSWORD));

        assertThat(reply.text()).contains("<h1>Sign in</h1>");
        var signedIn = browser.followed(browser.post("/sign-in", "name", person.name(), "password", NEW_PASSWORD));
        assertThat(signedIn.text()).contains("Owner");
    }

    @Test
    void pagesAreInChineseForThoseWhoWantThem() {
        var browser = platform.browser();
        assertThat(browser.get("/sign-in").text()).contains("<html lang=\"en\">", "Sign in");

        var reply = browser.followed(browser.post("/language", "language", "zh", "to", "/sign-in"));

        assertThat(reply.text()).contains("<html lang=\"zh-Hans\">", "登录");
        assertThat(browser.get("/nothing").text()).contains("没有页面 /nothing");
    }
}
