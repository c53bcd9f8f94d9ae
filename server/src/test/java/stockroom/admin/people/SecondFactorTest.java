package stockroom.admin.people;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestPerson;

@Tag("slow")
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
        var secret = factors.next(person.id());
        assertThat(factors.confirm(BY, person.id(), OneTimeCode.code(secret, step())))
                .isPresent();
        platform.execute("UPDATE second_factor SET last_step = 0 WHERE person_id = " + person.id());
        return secret;
    }

    private Session signIn() {
        return sessions.find(sessions.open(person.who(), State.CODE, CLIENT)).orElseThrow();
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

        var first = factors.check(signIn(), code, false, CLIENT);

        assertThat(first.outcome()).isEqualTo(Outcome.RIGHT);
        var open = sessions.find(first.session().orElseThrow()).orElseThrow();
        assertThat(open.state()).isEqualTo(State.OPEN);
        assertThat(open.withFactor()).isTrue();
        assertThat(factors.check(signIn(), code, false, CLIENT).outcome()).isEqualTo(Outcome.WRONG);
    }

    @Test
    void aNewFactorCountsOnlyOnceItIsConfirmed() {
        var secret = factors.next(person.id());

        assertThat(factors.has(person.id())).isFalse();
        assertThat(factors.next(person.id())).isEqualTo(secret);
        assertThat(factors.confirm(BY, person.id(), wrong(secret))).isEmpty();
        assertThat(factors.has(person.id())).isFalse();
        assertThat(factors.confirm(BY, person.id(), OneTimeCode.code(secret, step()))
                        .orElseThrow())
                .hasSize(10)
                .allMatch(code -> code.matches("([A-Z2-7]{4}-){3}[A-Z2-7]{4}"));
        assertThat(factors.has(person.id())).isTrue();
    }

    @Test
    void fiveWrongCodesEndASignIn() {
        var secret = setUp();
        var session = signIn();

        var outcomes = Stream.generate(() ->
                        factors.check(session, wrong(secret), true, CLIENT).outcome())
                .limit(6)
                .toList();

        assertThat(outcomes)
                .containsExactly(
                        Outcome.WRONG, Outcome.WRONG, Outcome.WRONG, Outcome.WRONG, Outcome.ENDED, Outcome.ENDED);
        assertThat(factors.check(session, OneTimeCode.code(secret, step()), true, CLIENT)
                        .outcome())
                .isEqualTo(Outcome.ENDED);
    }

    @Test
    void afterFiftyWrongCodesOnlyAKnownBrowserOrARecoveryCodeSignsIn() {
        var secret = setUp();
        var recovery = factors.newRecoveryCodes(BY, person.id()).getFirst();
        for (int i = 0; i < 50; i++) {
            assertThat(factors.check(signIn(), wrong(secret), false, CLIENT).outcome())
                    .isEqualTo(Outcome.WRONG);
        }

        var code = OneTimeCode.code(secret, step());
        assertThat(factors.check(signIn(), code, false, CLIENT).outcome()).isEqualTo(Outcome.CLOSED);
        assertThat(factors.check(signIn(), recovery, false, CLIENT).outcome()).isEqualTo(Outcome.RIGHT);
        assertThat(factors.check(signIn(), code, true, CLIENT).outcome()).isEqualTo(Outcome.RIGHT);
    }

    @Test
    void atMostFiftyWrongCodesAreCheckedAtOnce() throws Exception {
        var secret = setUp();
        var wrong = wrong(secret);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var guesses = IntStream.range(0, 200)
                    .mapToObj(_ -> threads.submit(
                            () -> factors.check(signIn(), wrong, false, CLIENT).outcome()))
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

        assertThat(factors.check(signIn(), typed, false, CLIENT).outcome()).isEqualTo(Outcome.RIGHT);
        assertThat(factors.check(signIn(), code, false, CLIENT).outcome()).isEqualTo(Outcome.WRONG);
        assertThat(factors.countRecoveryCodes(person.id())).isEqualTo(9);
    }

    @Test
    void aFactorAddedOrRemovedEndsAllSessions() {
        var before = sessions.open(person.who(), State.OPEN, CLIENT);
        setUp();
        assertThat(sessions.find(before)).isEmpty();

        var after = sessions.open(person.who(), State.OPEN, CLIENT);
        assertThat(factors.remove(BY, person.id())).isTrue();
        assertThat(sessions.find(after)).isEmpty();
        assertThat(factors.has(person.id())).isFalse();
        assertThat(factors.countRecoveryCodes(person.id())).isZero();
    }

    @Test
    void theSecretIsEncryptedAndRotatedWithTheKeyset() throws Exception {
        var secret = setUp();
        var next = factors.next(person.id());
        var before = stored();

        new KeysetRotation(keyset(), platform.database(), Duration.ofMillis(1), _ -> {}).rotate();

        assertThat(stored()).doesNotContainAnyElementsOf(before);
        assertThat(factors().next(person.id())).isEqualTo(next);
        assertThat(factors()
                        .check(signIn(), OneTimeCode.code(secret, step()), false, CLIENT)
                        .outcome())
                .isEqualTo(Outcome.RIGHT);
    }

    private List<String> stored() {
        return platform.queryAll("SELECT unnest(ARRAY[encode(secret, 'hex'), encode(next_secret, 'hex')])"
                + " FROM second_factor WHERE person_id = " + person.id());
    }
}
