package stockroom.admin.people;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.admin.credentials.KeysetRotation;
import stockroom.admin.people.SecondFactorStore.Outcome;
import stockroom.admin.people.SessionStore.Client;
import stockroom.admin.people.SessionStore.Session;
import stockroom.admin.people.SessionStore.State;
import stockroom.audit.Operator;
import stockroom.auth.SecretCipher;
import stockroom.config.Secret;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestPerson;

@Tag("slow")
@Tag("also-on-citus")
class SecondFactorTest {
    private static final Platform platform = Platform.start(Map.of());
    private static final Client CLIENT = new Client("192.0.2.1", "test", "request");
    private static final Operator BY = Operator.onTheServer();

    private final SessionStore sessions = new SessionStore(platform.database());
    private final SecondFactorStore factors = factors();
    private final TestPerson person = platform.person(new Grant(Role.KEYS, Place.PLATFORM));

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static Path keyset() {
        return Path.of(platform.environment().get("STOCKROOM_AUTH_KEYSET_FILE"));
    }

    private static SecondFactorStore factors() {
        return new SecondFactorStore(platform.database(), new SecretCipher(keyset()));
    }

    private static long step() {
        return Instant.parse(platform.query("SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC',"
                                + " 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"))
                        .getEpochSecond()
                / 30;
    }

    /// Forgets the last step, since the tests need several codes within 30 seconds.
    private byte[] setUp() {
        var session = session(State.OPEN);
        var secret = factors.next(session);
        assertThat(factors.confirm(BY, session, OneTimeCode.code(secret, step()), CLIENT))
                .isPresent();
        platform.execute("UPDATE second_factor SET last_step = 0 WHERE person_id = " + person.id());
        return secret;
    }

    private Session signIn() {
        return session(State.CODE);
    }

    private Session session(State state) {
        return sessions.find(open(state)).orElseThrow();
    }

    private Secret open(State state) {
        return platform.database()
                .inTransaction("open session", handle -> SessionStore.open(handle, person.who(), state, false, CLIENT));
    }

    private Secret knownBrowser() {
        var browser = RandomSecret.next();
        new BrowserStore(platform.database()).add(person.id(), browser);
        return browser;
    }

    private static String wrong(byte[] secret) {
        var near = IntStream.rangeClosed(-3, 3)
                .mapToObj(i -> OneTimeCode.code(secret, step() + i))
                .toList();
        return Stream.of("000000", "111111", "222222", "333333", "444444", "555555", "666666", "777777")
                .filter(code -> !near.contains(code))
                .findFirst()
                .orElseThrow();
    }

    /// The codes of appendix B of RFC 6238, whose last six digits are ours.
    @Test
    void codesAreThoseOfTheStandard() {
        var secret = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);

        assertThat(OneTimeCode.code(secret, 59 / 30)).isEqualTo("287082");
        assertThat(OneTimeCode.code(secret, 1111111109L / 30)).isEqualTo("081804");
        assertThat(OneTimeCode.code(secret, 20000000000L / 30)).isEqualTo("353130");
        assertThat(Base32.of(secret)).isEqualTo("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    }

    @Test
    void aCodeWorksOnce() {
        var secret = setUp();
        var code = OneTimeCode.code(secret, step());

        var first = factors.check(signIn(), code, Optional.empty(), CLIENT);

        assertThat(first.outcome()).isEqualTo(Outcome.RIGHT);
        var open = sessions.find(first.session().orElseThrow()).orElseThrow();
        assertThat(open.state()).isEqualTo(State.OPEN);
        assertThat(open.withFactor()).isTrue();
        assertThat(factors.check(signIn(), code, Optional.empty(), CLIENT).outcome())
                .isEqualTo(Outcome.WRONG);
    }

    @Test
    void aNewFactorCountsOnlyOnceItIsConfirmed() {
        var session = session(State.OPEN);
        var secret = factors.next(session);

        assertThat(factors.has(person.id())).isFalse();
        assertThat(factors.next(session)).isEqualTo(secret);
        assertThat(factors.confirm(BY, session, wrong(secret), CLIENT)).isEmpty();
        assertThat(factors.has(person.id())).isFalse();
        var confirmed = factors.confirm(BY, session, OneTimeCode.code(secret, step()), CLIENT)
                .orElseThrow();
        assertThat(confirmed.recoveryCodes())
                .hasSize(10)
                .allMatch(code -> code.matches("([A-Z2-7]{4}-){3}[A-Z2-7]{4}"));
        assertThat(sessions.find(confirmed.session()).orElseThrow().withFactor())
                .isTrue();
        assertThat(factors.has(person.id())).isTrue();
    }

    @Test
    void nobodyElseKnowsTheFactorThatASessionSetsUp() {
        var first = session(State.OPEN);
        var second = session(State.OPEN);
        var known = factors.next(first);
        var secret = factors.next(second);

        assertThat(secret).isNotEqualTo(known);
        assertThat(factors.confirm(BY, first, OneTimeCode.code(secret, step()), CLIENT))
                .as("a session that another one replaced")
                .isEmpty();
        assertThat(factors.confirm(BY, second, OneTimeCode.code(known, step()), CLIENT))
                .isEmpty();
        sessions.end(BY, person.id(), second.sessionId());
        assertThat(factors.confirm(BY, second, OneTimeCode.code(secret, step()), CLIENT))
                .as("a session that has ended")
                .isEmpty();
    }

    @Test
    void fiveWrongCodesEndASignIn() {
        var secret = setUp();
        var session = signIn();
        var browser = knownBrowser();

        var outcomes = Stream.generate(() -> factors.check(session, wrong(secret), Optional.of(browser), CLIENT)
                        .outcome())
                .limit(6)
                .toList();

        assertThat(outcomes)
                .containsExactly(
                        Outcome.WRONG, Outcome.WRONG, Outcome.WRONG, Outcome.WRONG, Outcome.ENDED, Outcome.ENDED);
        assertThat(factors.check(session, OneTimeCode.code(secret, step()), Optional.of(browser), CLIENT)
                        .outcome())
                .isEqualTo(Outcome.ENDED);
        assertThat(new BrowserStore(platform.database()).knows(person.id(), browser))
                .as("the browser of the guesses is known")
                .isFalse();
    }

    @Test
    void afterFiftyWrongCodesOnlyAKnownBrowserOrARecoveryCodeSignsIn() {
        var secret = setUp();
        var recovery = factors.newRecoveryCodes(BY, person.id()).getFirst();
        for (int i = 0; i < 50; i++) {
            assertThat(factors.check(signIn(), wrong(secret), Optional.empty(), CLIENT)
                            .outcome())
                    .isEqualTo(Outcome.WRONG);
        }

        var browser = knownBrowser();
        var code = OneTimeCode.code(secret, step());
        assertThat(factors.check(signIn(), code, Optional.empty(), CLIENT).outcome())
                .isEqualTo(Outcome.CLOSED);
        assertThat(factors.check(signIn(), recovery, Optional.empty(), CLIENT).outcome())
                .isEqualTo(Outcome.RIGHT);
        assertThat(factors.check(signIn(), code, Optional.of(browser), CLIENT).outcome())
                .isEqualTo(Outcome.RIGHT);
    }

    @Test
    void atMostFiftyWrongCodesAreCheckedAtOnce() throws Exception {
        var secret = setUp();
        var wrong = wrong(secret);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var guesses = IntStream.range(0, 200)
                    .mapToObj(_ -> threads.submit(() -> factors.check(signIn(), wrong, Optional.empty(), CLIENT)
                            .outcome()))
                    .toList();
            int checked = 0;
            for (var guess : guesses) {
                checked += guess.get() == Outcome.WRONG ? 1 : 0;
            }
            assertThat(checked).isEqualTo(50);
        }
    }

    @Test
    void aRecoveryCodeWorksOnceHoweverItIsTyped() {
        setUp();
        var code = factors.newRecoveryCodes(BY, person.id()).getLast();
        var typed = code.replace("-", " ").toLowerCase(Locale.ROOT);

        assertThat(factors.check(signIn(), typed, Optional.empty(), CLIENT).outcome())
                .isEqualTo(Outcome.RIGHT);
        assertThat(factors.check(signIn(), code, Optional.empty(), CLIENT).outcome())
                .isEqualTo(Outcome.WRONG);
        assertThat(factors.countRecoveryCodes(person.id())).isEqualTo(9);
    }

    @Test
    void aFactorAddedOrRemovedEndsAllSessions() {
        var before = open(State.OPEN);
        setUp();
        assertThat(sessions.find(before)).isEmpty();

        var after = open(State.OPEN);
        var links = new LinkStore(platform.database());
        var link = links.make(
                BY,
                LinkStore.Kind.FACTOR_REMOVAL,
                new PersonStore(platform.database()).find(person.id()).orElseThrow());
        new LinkUseStore(platform.database())
                .removeFactor(new LinkUseStore.From("request", "192.0.2.1"), link.secret());
        assertThat(sessions.find(after)).isEmpty();
        assertThat(factors.has(person.id())).isFalse();
        assertThat(factors.countRecoveryCodes(person.id())).isZero();
    }

    @Test
    void theSecretIsEncryptedAndRotatedWithTheKeyset() throws Exception {
        var secret = setUp();
        var session = session(State.OPEN);
        var next = factors.next(session);
        var before = stored();

        new KeysetRotation(keyset(), platform.database(), Duration.ofMillis(1), _ -> {}).rotate();

        assertThat(stored()).doesNotContainAnyElementsOf(before);
        assertThat(factors().next(session)).isEqualTo(next);
        assertThat(factors()
                        .check(signIn(), OneTimeCode.code(secret, step()), Optional.empty(), CLIENT)
                        .outcome())
                .isEqualTo(Outcome.RIGHT);
    }

    private List<String> stored() {
        return platform.queryAll("SELECT unnest(ARRAY[encode(secret, 'hex'), encode(next_secret, 'hex')])"
                + " FROM second_factor WHERE person_id = " + person.id());
    }
}
