package stockroom.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.admin.people.Grant;
import stockroom.admin.people.Place;
import stockroom.admin.people.Role;
import stockroom.auth.SecretCipher;
import stockroom.testing.http.Reply;
import stockroom.testing.machine.Figures;
import stockroom.testing.machine.FreePort;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestBrowser;
import stockroom.testing.platform.TestPerson;
import stockroom.testing.servers.ServerProcess;

/// `-Dpeople.full=true` makes the tests longer.
@Tag("slow")
@Tag("alone")
class GuessingTest {
    private static final boolean FULL = Boolean.getBoolean("people.full");
    private static final int ADDRESSES = 100;
    private static final int GUESSES = FULL ? 10_000 : 200;
    private static final int CODES = FULL ? 10_000 : 200;
    private static final int PAIRS = FULL ? 1_000 : 30;
    private static final int WARM_UP = 20;
    /// A short run has too few pairs to tell two milliseconds from chance.
    private static final double MAX_DIFFERENCE_MILLIS = FULL ? 2 : 20;

    /// A short run is mostly the beginning, which is slower.
    private static final int MAX_KNOWN_MILLIS = FULL ? 1_000 : 3_000;

    private static final int MAX_NEW_MILLIS = FULL ? 5_000 : 10_000;

    private static final Platform platform = Platform.start(Map.of());
    private static ServerProcess server;
    private static String url;
    private final TestPerson person = platform.person(
            new Grant(Role.OWNER, Place.ofMerchant(platform.merchant().id().value())));

    @BeforeAll
    static void start() {
        int port = FreePort.pick();
        url = "http://127.0.0.1:" + port;
        var settings = new HashMap<>(platform.environment());
        settings.put("STOCKROOM_CONSOLE_PORT", Integer.toString(port));
        server = new ServerProcess(settings, ServerProcess.AS_DISTRIBUTED);
        assertThat(server.baseUrl()).isNotEmpty();
    }

    @BeforeEach
    void warmUp() {
        for (int i = 0; i < WARM_UP; i++) {
            guess(from(9_000 + i), "Nobody", i);
        }
    }

    @AfterAll
    static void stop() {
        server.close();
        platform.close();
    }

    private static TestBrowser from(int address) {
        return platform.browser()
                .at(url, "10.%d.%d.%d".formatted(32 + address / 62_500, address / 250 % 250, address % 250));
    }

    private static Reply guess(TestBrowser browser, String name, int number) {
        return browser.post("/sign-in", "name", name, "password", "wrong password " + number);
    }

    @Test
    void whileManyGuessTheOwnerSignsIn() throws Exception {
        var known = from(ADDRESSES + 2);
        known.signIn(person);
        known.post("/sign-out");
        var checked = new AtomicInteger();
        Duration knownBrowser;
        Duration newBrowser;
        try (var guessers = Executors.newFixedThreadPool(ADDRESSES)) {
            var guesses = new ArrayList<Future<?>>();
            for (int i = 0; i < GUESSES; i++) {
                int number = i;
                guesses.add(guessers.submit(() -> {
                    if (guess(from(number % ADDRESSES), person.name(), number).status() == 403) {
                        checked.incrementAndGet();
                    }
                }));
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> checked.get() > 0);
            knownBrowser = timeToSignIn(known);
            newBrowser = timeToSignIn(from(ADDRESSES + 1));
            for (var guess : guesses) {
                guess.get();
            }
        }
        System.out.printf(
                "%d guesses, %d checked: signed in after %d ms from a known browser, %d ms from a new one%n",
                GUESSES, checked.get(), knownBrowser.toMillis(), newBrowser.toMillis());
        assertThat(checked.get()).isBetween(1, 10 * ADDRESSES);
        int knownMillis = (int) knownBrowser.toMillis();
        int newMillis = (int) newBrowser.toMillis();
        Figures.check("guesses-known-browser", knownMillis, "ms", "<= 1000", knownMillis <= MAX_KNOWN_MILLIS);
        Figures.check("guesses-new-browser", newMillis, "ms", "<= 5000", newMillis <= MAX_NEW_MILLIS);
    }

    private Duration timeToSignIn(TestBrowser browser) {
        long begun = System.nanoTime();
        var reply = browser.post("/sign-in", "name", person.name(), "password", TestPerson.PASSWORD);
        assertThat(reply.status()).as(reply.text()).isEqualTo(303);
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    @Test
    void whoeverHasThePasswordMayGuessFiftyCodesADay() throws Exception {
        var cipher = new SecretCipher(Path.of(platform.environment().get("STOCKROOM_AUTH_KEYSET_FILE")));
        platform.database()
                .run(
                        "set factor",
                        handle -> handle.execute(
                                "INSERT INTO second_factor (person_id, secret) VALUES (?, ?)",
                                person.id(),
                                cipher.seal("second factor of person " + person.id(), new byte[20])));
        var answers = new ConcurrentHashMap<String, AtomicInteger>();
        try (var guessers = Executors.newFixedThreadPool(20)) {
            var guesses = new ArrayList<Future<?>>();
            for (int i = 0; i < CODES / 5; i++) {
                int number = i;
                guesses.add(guessers.submit(() -> {
                    var browser = from(2_000 + number % ADDRESSES);
                    await().atMost(Duration.ofSeconds(100)).until(() -> isAskedForCode(browser));
                    for (int code = 0; code < 5; code++) {
                        var page = browser.post("/code", "code", "000000").text();
                        var answer = Stream.of("too many wrong codes today", "Sign in again", "code is wrong")
                                .filter(page::contains)
                                .findFirst();
                        answers.computeIfAbsent(answer.orElseThrow(), _ -> new AtomicInteger())
                                .incrementAndGet();
                    }
                }));
            }
            for (var guess : guesses) {
                guess.get();
            }
        }
        int checked = Integer.parseInt(
                platform.query("SELECT wrong_codes FROM second_factor WHERE person_id = " + person.id()));
        System.out.printf("%d wrong codes, %d checked: %s%n", CODES, checked, answers);
        assertThat(answers.values().stream().mapToInt(AtomicInteger::get).sum()).isEqualTo(CODES);
        Figures.check("wrong-codes-checked", checked, "codes", "<= 50", checked <= 50 && checked > 0);
    }

    /// Is refused while too many wait.
    private boolean isAskedForCode(TestBrowser browser) {
        return browser.post("/sign-in", "name", person.name(), "password", TestPerson.PASSWORD)
                .header("Location")
                .filter("/code"::equals)
                .isPresent();
    }

    @Test
    void aNameThatExistsTakesAsLongAsOneThatDoesNot() {
        var known = new ArrayList<Long>();
        var unknown = new ArrayList<Long>();
        for (int i = 0; i < WARM_UP + PAIRS; i++) {
            // each pair comes from addresses of its own, within their budgets, and either name may come first
            boolean knownFirst = i % 2 == 0;
            long first = took(4_000 + 2 * i, knownFirst ? person.name() : "Nobody " + i);
            long second = took(4_001 + 2 * i, knownFirst ? "Nobody " + i : person.name());
            if (i >= WARM_UP) {
                known.add(knownFirst ? first : second);
                unknown.add(knownFirst ? second : first);
            }
        }
        double difference = Math.abs(median(known) - median(unknown)) / 1e6;

        System.out.printf("%d pairs of names: medians differ by %.2f ms%n", PAIRS, difference);
        Figures.check("names-median-difference", difference, "ms", "<= 2", difference <= MAX_DIFFERENCE_MILLIS);
    }

    private long took(int address, String name) {
        return guess(from(address), name, address).took().toNanos();
    }

    private static long median(List<Long> times) {
        return times.stream().sorted().skip(times.size() / 2).findFirst().orElseThrow();
    }
}
