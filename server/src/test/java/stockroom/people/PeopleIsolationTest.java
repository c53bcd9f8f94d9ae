package stockroom.people;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.admin.people.Grant;
import stockroom.admin.people.Place;
import stockroom.admin.people.Role;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestBrowser;
import stockroom.testing.platform.TestPerson;

/// Every role tries every path in every place.
@Tag("also-on-citus")
@Tag("contract")
@Tag("slow")
class PeopleIsolationTest {
    private static final Platform platform = Platform.start(Map.of());
    private static final long A = platform.merchant().id().value();
    private static final long B = platform.merchant().id().value();
    private static final long APPLICATION = platform.merchant().appid();

    @AfterAll
    static void stop() {
        platform.close();
    }

    /// Signs in with a second factor, by way of the table.
    private static TestBrowser browser(TestPerson person) {
        var browser = platform.browser();
        browser.signIn(person);
        platform.execute(
                "UPDATE person_session SET state = 'open', with_factor = true WHERE person_id = " + person.id());
        return browser;
    }

    private static Map<String, Grant> roles() {
        var roles = new LinkedHashMap<String, Grant>();
        for (var role : Role.values()) {
            switch (role.kind()) {
                case PLATFORM -> roles.put("platform " + role.word(), new Grant(role, Place.PLATFORM));
                case MERCHANT -> {
                    roles.put("A " + role.word(), new Grant(role, Place.ofMerchant(A)));
                    roles.put("B " + role.word(), new Grant(role, Place.ofMerchant(B)));
                }
                case APPLICATION -> roles.put("application", new Grant(role, Place.ofApplication(APPLICATION)));
            }
        }
        return roles;
    }

    private static boolean mayOpen(Grant grant, String path) {
        var role = grant.role();
        if (path.startsWith("/platform")) {
            return role == Role.KEYS;
        }
        if (role == Role.KEYS || role == Role.WRITE) {
            return true;
        }
        return path.startsWith(PlaceNames.path(grant.place())) && (role == Role.OWNER || role == Role.PROGRAMMER);
    }

    @Test
    void everyRoleReachesItsOwnPlacesAlone() {
        int cells = 0;
        var wrong = new ArrayList<String>();
        var places = new String[] {
            "/platform",
            "/merchants/" + A,
            "/merchants/" + B,
            "/merchants/999999",
            "/applications/" + APPLICATION,
            "/applications/999999"
        };
        for (var role : roles().entrySet()) {
            var browser = browser(platform.person(role.getValue()));
            for (var route : PeoplePaths.of(platform)) {
                for (var place : places) {
                    var template = place.replaceFirst("(\\w+)s/\\d+$", "$1s/{$1}") + "/people";
                    var path = route.replaceFirst("^\\w+ ", "");
                    if (path.startsWith(template)) {
                        var filled = path.replace(template, place + "/people");
                        var status = status(browser, route, filled);
                        cells++;
                        if (status >= 500 || (status != 403) != mayOpen(role.getValue(), filled)) {
                            wrong.add("%s %s %s: %d".formatted(role.getKey(), route, filled, status));
                        }
                    }
                }
            }
        }
        System.out.printf("people: %d cells, %d let through%n", cells, wrong.size());
        assertThat(wrong).isEmpty();
        assertThat(cells).isGreaterThan(300);
    }

    private static int status(TestBrowser browser, String route, String path) {
        return send(browser, route, path).status();
    }

    private static Reply send(TestBrowser browser, String route, String path) {
        return switch (route.substring(0, route.indexOf(' '))) {
            case "POST" ->
                browser.post(
                        path, "name", "no", "person", "999999", "link", "999999", "required", "no", "session", "1");
            case "HEAD" -> browser.head(path);
            default -> browser.get(path);
        };
    }

    @Test
    void whoeverIsNotSignedInIsLedToWhereTheySignIn() {
        var open = Set.of("/", "/sign-in", "/sign-out", "/language", "/link", "/link/{secret}", "/style.css");
        var next = Map.of("nobody", "/sign-in", "code", "/code", "setup", "/second-factor");
        int cells = 0;
        for (var state : next.entrySet()) {
            var browser = platform.browser();
            if (!state.getKey().equals("nobody")) {
                var person = platform.person(new Grant(Role.OWNER, Place.ofMerchant(A)));
                browser.signIn(person);
                platform.execute("UPDATE person_session SET state = '%s' WHERE person_id = %d"
                        .formatted(state.getKey(), person.id()));
            }
            for (var route : PeoplePaths.of(platform)) {
                var template = route.substring(route.indexOf(' ') + 1);
                if (open.contains(template) || template.equals(state.getValue())) {
                    continue;
                }
                if (template.equals("/code") || template.equals("/second-factor")) {
                    continue; // the steps of one sign-in
                }
                var reply = send(browser, route, template.replaceAll("\\{\\w+}", Long.toString(A)));
                assertThat(reply.header("Location"))
                        .as(state.getKey() + " " + route)
                        .contains(state.getValue());
                cells++;
            }
        }
        System.out.printf("people who are not signed in: %d cells, 0 let through%n", cells);
        assertThat(cells).isGreaterThan(60);
    }

    @Test
    void nobodyEndsAForeignSession() {
        var victim = platform.browser();
        var person = platform.person(new Grant(Role.VIEWER, Place.ofMerchant(A)));
        victim.signIn(person);
        var session = platform.query("SELECT session_id FROM person_session WHERE person_id = " + person.id());

        browser(platform.person(new Grant(Role.KEYS, Place.PLATFORM))).post("/account/end-session", "session", session);

        assertThat(victim.get("/places").status()).isEqualTo(200);
    }

    @Test
    void anOwnerGainsNothingElsewhereByInvitingOrRemovingASharedMember() {
        var owner = platform.person(new Grant(Role.OWNER, Place.ofMerchant(A)));
        var shared =
                platform.person(new Grant(Role.STAFF, Place.ofMerchant(A)), new Grant(Role.OWNER, Place.ofMerchant(B)));
        var browser = browser(owner);
        var path = "/merchants/%d/people".formatted(A);

        var invited = browser.post(path + "/invite", "name", shared.name(), "role", "viewer");
        var link = TestBrowser.found(invited, Platform.CONSOLE + "(/link/[\\w-]+)");
        var page = browser.followed(browser.get(link));
        assertThat(page.text()).contains("This invitation is for someone else");
        assertThat(browser.post("/link", "password", "seven quiet lamps", "again", "seven quiet lamps")
                        .status())
                .isEqualTo(200);
        var stranger = platform.browser();
        stranger.get(link);
        assertThat(stranger.post("/link", "password", "seven quiet lamps", "again", "seven quiet lamps")
                        .header("Location"))
                .contains("/sign-in");

        browser.post(path + "/remove", "person", Long.toString(shared.id()));

        assertThat(roles(shared)).isEqualTo("B owner");
        assertThat(platform.browser().signIn(shared).status()).isEqualTo(200);
        var elsewhere = "/merchants/%d/people".formatted(B);
        for (Reply reply : new Reply[] {
            browser.post(elsewhere + "/remove", "person", Long.toString(shared.id())),
            browser.post("/platform/people/reset", "name", shared.name(), "kind", "password")
        }) {
            assertThat(reply.status()).isEqualTo(403);
        }
        assertThat(roles(shared)).isEqualTo("B owner");
    }

    private static String roles(TestPerson person) {
        return platform.query(
                "SELECT string_agg(CASE merchant_id WHEN %d THEN 'A ' ELSE 'B ' END || role, ',') FROM membership WHERE person_id = %d"
                        .formatted(A, person.id()));
    }

    @Test
    void aPersonOfThePlatformCountsOnlyFromTheOperatorsNetwork() {
        var person = platform.person(new Grant(Role.KEYS, Place.PLATFORM));
        try (var guarded = Platform.on(
                platform.address(), with(platform.environment(), "STOCKROOM_CONSOLE_OPERATORS_FROM", "10.7.0.0/16"))) {
            var browser = browser(person);

            assertThat(browser.at(guarded.peopleUrl(), "10.7.1.2")
                            .get("/platform/people")
                            .status())
                    .isEqualTo(200);
            assertThat(browser.at(guarded.peopleUrl(), "10.8.1.2")
                            .get("/platform/people")
                            .status())
                    .isEqualTo(403);
        }
    }

    @Test
    void aMerchantThatNeedsASecondFactorIsClosedToSessionsWithoutOne() {
        var owner = platform.person(new Grant(Role.OWNER, Place.ofMerchant(B)));
        var browser = platform.browser();
        browser.signIn(owner);
        var path = "/merchants/%d/people".formatted(B);
        assertThat(browser.get(path).status()).isEqualTo(200);

        browser.post(path + "/require-factor", "required", "yes");

        assertThat(browser.get(path).status()).isEqualTo(403);
        assertThat(platform.browser().signIn(owner).text()).contains("Set up your second factor");
        platform.execute("DELETE FROM factor_rule");
    }

    private static Map<String, String> with(Map<String, String> settings, String name, String value) {
        var more = new LinkedHashMap<>(settings);
        more.put(name, value);
        return more;
    }
}
