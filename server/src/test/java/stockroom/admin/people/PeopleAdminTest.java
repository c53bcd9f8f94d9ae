package stockroom.admin.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.audit.Operator;
import stockroom.config.Secret;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestPerson;
import tools.jackson.databind.JsonNode;

@Tag("slow")
@Tag("also-on-citus")
class PeopleAdminTest {
    private static final Platform platform = Platform.start(Map.of());
    private static final Operators operator = platform.operator();
    private static final LinkUseStore.From FROM = new LinkUseStore.From("request", "192.0.2.7");

    private final PersonStore people = new PersonStore(platform.database());
    private final SessionStore sessions = new SessionStore(platform.database());
    private final MembershipStore memberships = new MembershipStore(platform.database());
    private final LinkUseStore uses = new LinkUseStore(platform.database());

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static Secret secret(JsonNode link) {
        var url = link.path("url").asString();
        assertThat(url).startsWith(Platform.CONSOLE + "/link/");
        return new Secret(url.substring((Platform.CONSOLE + "/link/").length()));
    }

    private static JsonNode invitation(String name) {
        return operator.create("/platform/invitations", "{\"name\":\"%s\",\"role\":\"read\"}".formatted(name));
    }

    private Secret signedIn(TestPerson person) {
        return platform.database()
                .inTransaction(
                        "open session",
                        handle -> SessionStore.open(
                                handle,
                                person.who(),
                                SessionStore.State.OPEN,
                                true,
                                new SessionStore.Client("192.0.2.1", "Browser", "request")));
    }

    @Test
    void anInvitationIsUsedOnceAndMakesThePerson() {
        var link = invitation("Li Wei");
        var secret = secret(link);

        var person = uses.acceptAsNew(FROM, secret, TestPerson.VERIFIER);

        assertThat(uses.acceptAsNew(FROM, secret, TestPerson.VERIFIER)).isEmpty();
        var shown = operator.read("/people/" + person.orElseThrow());
        assertThat(shown.path("name").asString()).isEqualTo("Li Wei");
        assertThat(shown.at("/memberships/0/role").asString()).isEqualTo("read");
        assertThat(operator.read("/people?name=li%20WEI")
                        .at("/items/0/personId")
                        .asLong())
                .isEqualTo(person.orElseThrow());
        assertThat(operator.all("/links", 100))
                .noneMatch(open -> open.path("linkId").equals(link.path("linkId")));
    }

    @Test
    void aNameDiffersFromAllOthersNotOnlyInCase() {
        var first = secret(invitation("Straße"));
        var second = secret(operator.create(
                "/merchants/%d/invitations".formatted(platform.merchant().id().value()),
                "{\"name\":\"STRASSE\",\"role\":\"staff\"}"));

        assertThat(uses.acceptAsNew(FROM, first, TestPerson.VERIFIER)).isPresent();
        assertThatThrownBy(() -> uses.acceptAsNew(FROM, second, TestPerson.VERIFIER))
                .isInstanceOf(LinkUseStore.NameTaken.class);
        // the link can still be used by the person who has the name
        assertThat(new LinkStore(platform.database()).find(second)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ab",
                "a\\u200bbc",
                "\\u202eabc",
                " ab ",
                "a\\u00a0bc",
                "a\\nbc",
                "\\u3164\\u3164\\u3164",
                "12345"
            })
    void aNameThatCannotBeSeenIsRefused(String name) {
        var reply = operator.post("/platform/invitations", "{\"name\":\"%s\",\"role\":\"read\"}".formatted(name));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo("VALUE_INVALID");
    }

    @Test
    void anInvitationOfSomeoneWhoExistsIsForThemAlone() {
        var invited = platform.person(new Grant(Role.READ, Place.PLATFORM));
        var other = platform.person(new Grant(Role.READ, Place.PLATFORM));
        var merchant = platform.merchant().id().value();
        var secret = secret(operator.create(
                "/merchants/%d/invitations".formatted(merchant),
                "{\"name\":\"%s\",\"role\":\"staff\"}".formatted(invited.name())));
        var theirs = sessions.find(signedIn(invited)).orElseThrow();

        assertThat(uses.accept(FROM, sessions.find(signedIn(other)).orElseThrow(), secret))
                .isEmpty();
        assertThat(uses.accept(FROM, theirs, secret)).isPresent();
        assertThat(memberships.of(invited.id()))
                .extracting(held -> held.membership().role())
                .containsExactly("read", "staff");
    }

    @Test
    void aMembershipEndsInOnePlaceWithAllSessionsAndTheLinksMadeThere() {
        var first = platform.merchant().id();
        var second = platform.merchant().id();
        var person = platform.person(
                new Grant(Role.OWNER, Place.ofMerchant(first.value())),
                new Grant(Role.OWNER, Place.ofMerchant(second.value())));
        var session = signedIn(person);
        var links = new LinkStore(platform.database());
        var by = FROM.as(person.name(), person.id());
        var guest = PersonName.of("A guest").orElseThrow();
        links.invite(by, guest, new Grant(Role.STAFF, Place.ofMerchant(first.value())));
        links.invite(by, guest, new Grant(Role.STAFF, Place.ofMerchant(second.value())));

        operator.delete("/merchants/%d/people/%d".formatted(first.value(), person.id()));

        assertThat(sessions.find(session)).isEmpty();
        assertThat(memberships.of(person.id()))
                .extracting(held -> held.membership().merchantId())
                .containsExactly(second.value());
        assertThat(links.invitationsAt(Place.ofMerchant(first.value()))).isEmpty();
        assertThat(links.invitationsAt(Place.ofMerchant(second.value()))).hasSize(1);
    }

    @Test
    void aResetSetsThePasswordAndEndsTheSessions() {
        var person = platform.person(new Grant(Role.READ, Place.PLATFORM));
        var session = signedIn(person);
        var link = operator.create("/people/%d/links".formatted(person.id()), "{\"kind\":\"reset\"}");

        assertThat(uses.removeFactor(FROM, secret(link))).as("of another kind").isEmpty();
        assertThat(sessions.find(session)).isPresent();
        assertThat(uses.reset(FROM, secret(link), "another")).isPresent();

        assertThat(sessions.find(session)).isEmpty();
        assertThat(people.login(PersonName.of(person.name()).orElseThrow())
                        .orElseThrow()
                        .verifier())
                .isEqualTo("another");
        assertThat(uses.reset(FROM, secret(link), "a third")).isEmpty();
    }

    @Test
    void aPasswordThatChangesDuringASignInOpensNoSession() {
        var person = platform.person(new Grant(Role.READ, Place.PLATFORM));
        var login = people.login(PersonName.of(person.name()).orElseThrow()).orElseThrow();
        var link = operator.create("/people/%d/links".formatted(person.id()), "{\"kind\":\"reset\"}");
        var client = new SessionStore.Client("192.0.2.1", "Browser", "request");
        assertThat(sessions.begin(login, client)).isPresent();

        uses.reset(FROM, secret(link), "another");

        assertThat(sessions.begin(login, client)).isEmpty();
    }

    @Test
    void whatAThiefMayHaveEndsWithAReset() {
        var person = platform.person(new Grant(Role.KEYS, Place.PLATFORM));
        var browsers = new BrowserStore(platform.database());
        var links = new LinkStore(platform.database());
        var browser = RandomSecret.next();
        browsers.add(person.id(), browser);
        var by = FROM.as(person.name(), person.id());
        var invited = links.invite(by, PersonName.of("A thief").orElseThrow(), new Grant(Role.KEYS, Place.PLATFORM));
        var first = operator.create("/people/%d/links".formatted(person.id()), "{\"kind\":\"reset\"}");
        var second = operator.create("/people/%d/links".formatted(person.id()), "{\"kind\":\"reset\"}");

        uses.reset(FROM, secret(first), "another");

        assertThat(browsers.knows(person.id(), browser)).isFalse();
        assertThat(links.find(invited.secret())).isEmpty();
        assertThat(uses.reset(FROM, secret(second), "a third")).isEmpty();
    }

    @Test
    void aLinkEndsWhenItsMakerMayNoLongerMakeIt() {
        var merchant = Place.ofMerchant(platform.merchant().id().value());
        var maker = platform.person(new Grant(Role.OWNER, merchant));
        var links = new LinkStore(platform.database());
        var guest = links.invite(
                        FROM.as(maker.name(), maker.id()),
                        PersonName.of("Guest of maker").orElseThrow(),
                        new Grant(Role.OWNER, merchant))
                .secret();
        assertThat(links.find(guest)).isPresent();
        var lower = links.invite(
                Operator.onTheServer(), PersonName.of(maker.name()).orElseThrow(), new Grant(Role.STAFF, merchant));

        assertThat(uses.accept(FROM, sessions.find(signedIn(maker)).orElseThrow(), lower.secret()))
                .isPresent();

        assertThat(links.find(guest)).isEmpty();
        assertThat(uses.acceptAsNew(FROM, guest, TestPerson.VERIFIER)).isEmpty();
    }

    @Test
    void anInvitationReplacesTheLastOneAndEndsWithTheMembership() {
        var merchant = Place.ofMerchant(platform.merchant().id().value());
        var links = new LinkStore(platform.database());
        var name = PersonName.of("Spare links").orElseThrow();
        var grant = new Grant(Role.STAFF, merchant);
        var first = links.invite(Operator.onTheServer(), name, grant).secret();
        var second = links.invite(Operator.onTheServer(), name, grant).secret();
        assertThat(links.find(first)).isEmpty();
        long person = uses.acceptAsNew(FROM, second, TestPerson.VERIFIER).orElseThrow();
        var third = links.invite(Operator.onTheServer(), name, grant).secret();

        memberships.end(Operator.onTheServer(), person, merchant);

        assertThat(links.find(third)).isEmpty();
    }

    @Test
    void aPlaceHasAHundredOpenInvitations() {
        var merchant = Place.ofMerchant(platform.merchant().id().value());
        var path = "/merchants/%d/invitations".formatted(merchant.merchantId());
        for (int i = 0; i < 100; i++) {
            operator.create(path, "{\"name\":\"Invited %d\",\"role\":\"staff\"}".formatted(i));
        }

        var reply = operator.post(path, "{\"name\":\"Invited 100\",\"role\":\"staff\"}");

        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.code()).isEqualTo("INVITATIONS_TOO_MANY");
        operator.create(path, "{\"name\":\"Invited 99\",\"role\":\"owner\"}");
    }

    @Test
    void aPersonHasFiftySessions() {
        var person = platform.person(new Grant(Role.READ, Place.PLATFORM));
        var oldest = signedIn(person);
        for (int i = 0; i < 50; i++) {
            signedIn(person);
        }

        assertThat(sessions.find(oldest)).isEmpty();
        assertThat(sessions.list(person.id())).hasSize(50);
    }

    @Test
    void ofTwoResetsAtOnceOneCounts() throws Exception {
        var person = platform.person(new Grant(Role.READ, Place.PLATFORM));
        var path = "/people/%d/links".formatted(person.id());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 30; i++) {
                var first = secret(operator.create(path, "{\"kind\":\"reset\"}"));
                var second = secret(operator.create(path, "{\"kind\":\"reset\"}"));
                var uses = threads.invokeAll(List.of(
                        () -> this.uses.reset(FROM, first, "one").isPresent(),
                        () -> this.uses.reset(FROM, second, "other").isPresent()));
                assertThat(uses.get(0).get()).isNotEqualTo(uses.get(1).get());
            }
        }
    }

    @Test
    void aLinkThatEndedOrIsTooOldIsOfNoUse() {
        var ended = invitation("Ended One");
        operator.delete("/links/" + ended.path("linkId").asLong());
        var old = invitation("Old One");
        platform.execute("UPDATE person_link SET expires_at = now() WHERE link_id = "
                + old.path("linkId").asLong());

        assertThat(Stream.of(ended, old).map(link -> uses.acceptAsNew(FROM, secret(link), TestPerson.VERIFIER)))
                .allSatisfy(used -> assertThat(used).isEmpty());
    }

    @Test
    void sessionsAreListedAndEnded() {
        var person = platform.person(new Grant(Role.READ, Place.PLATFORM));
        var session = signedIn(person);
        var path = "/people/%d/sessions".formatted(person.id());

        assertThat(operator.read(path).at("/items/0/browser").asString()).isEqualTo("Browser");
        assertThat(operator.delete(path).json().path("sessions").asInt()).isEqualTo(1);

        assertThat(sessions.find(session)).isEmpty();
        assertThat(operator.read(path).path("items")).isEmpty();
    }

    @Test
    void sessionsEndWhenUnusedForTwelveHoursAndAfterTwoWeeks() {
        var person = platform.person(new Grant(Role.READ, Place.PLATFORM));
        for (var age :
                new String[] {"used_at = now() - interval '12 hours'", "created_at = now() - interval '14 days'"}) {
            var session = signedIn(person);
            assertThat(sessions.find(session)).isPresent();
            platform.execute("UPDATE person_session SET %s WHERE person_id = %d".formatted(age, person.id()));
            assertThat(sessions.find(session)).as(age).isEmpty();
        }
    }

    @Test
    void whatIsStoredAboutAPersonIsShownWithoutSecrets() {
        var merchant = Place.ofMerchant(platform.merchant().id().value());
        var person = platform.person(new Grant(Role.OWNER, merchant));
        var session = signedIn(person);
        var browser = RandomSecret.next();
        new BrowserStore(platform.database()).add(person.id(), browser);
        platform.execute("INSERT INTO recovery_code (person_id, code_hash) VALUES (%d, sha256('unused'))"
                .formatted(person.id()));
        var invited = new LinkStore(platform.database())
                .invite(
                        FROM.as(person.name(), person.id()),
                        PersonName.of("Guest to show").orElseThrow(),
                        new Grant(Role.STAFF, merchant));
        var reset = operator.create("/people/%d/links".formatted(person.id()), "{\"kind\":\"reset\"}");

        var reply = operator.get("/people/" + person.id());

        var shown = reply.json();
        assertThat(shown.at("/memberships/0/role").asString()).isEqualTo("owner");
        assertThat(shown.at("/sessions/0/address").asString()).isEqualTo("192.0.2.1");
        assertThat(shown.path("secondFactorAt").isNull()).isTrue();
        assertThat(shown.path("recoveryCodes").asInt()).isEqualTo(1);
        assertThat(shown.at("/identities/0/issuer").asString()).isEqualTo("password");
        assertThat(shown.path("browsers")).hasSize(1);
        assertThat(shown.path("links")
                        .valueStream()
                        .map(link -> link.path("name").asString()))
                .containsExactly(person.name(), "Guest to show");
        assertThat(reply.text())
                .doesNotContain(
                        "$argon2id",
                        session.reveal(),
                        browser.reveal(),
                        invited.secret().reveal(),
                        secret(reset).reveal());
    }

    @Test
    void afterARestoreNoSessionAndNoLinkIsLeft() {
        var person = platform.person(new Grant(Role.READ, Place.PLATFORM));
        var session = signedIn(person);
        invitation("Lost One");

        new PeopleRetentionStore(platform.database()).endAllAfterRestore();

        assertThat(sessions.find(session)).isEmpty();
        assertThat(operator.read("/links").path("items")).isEmpty();
    }

    @Test
    void theAuditLogSaysWhoAndFromWhereAndHoldsNoSecret() {
        var link = invitation("Watched One");
        var person = uses.acceptAsNew(FROM, secret(link), TestPerson.VERIFIER).orElseThrow();

        var grant = operator.read("/audit?subject=person%20" + person).at("/items/0");

        assertThat(grant.path("action").asString()).isEqualTo("membership.grant");
        assertThat(grant.path("operator").asString()).isEqualTo("Watched One");
        assertThat(grant.path("personId").asLong()).isEqualTo(person);
        assertThat(grant.path("address").asString()).isEqualTo("192.0.2.7");
        assertThat(platform.queryAll("SELECT e::text FROM audit_entry e"))
                .noneMatch(entry -> entry.contains(secret(link).reveal()));
    }

    @Test
    void withoutAConsoleNobodyIsInvited() {
        try (var without = Platform.start(Map.of("STOCKROOM_CONSOLE_URL", ""))) {
            var reply = without.operator().post("/platform/invitations", "{\"name\":\"Li Wei\",\"role\":\"read\"}");

            assertThat(reply.status()).isEqualTo(409);
            assertThat(reply.code()).isEqualTo("CONSOLE_OFF");
        }
    }
}
