package stockroom.people;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
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

@Tag("alone")
class GuessingTest {
    private static final int ADDRESSES = 100;
    private static final int GUESSES = 10_000;
    private static final int PAIRS = 1_000;

    private static final Platform platform = Platform.start(Map.of());
    private final TestPerson person = platform.person(
            new Grant(Role.OWNER, Place.ofMerchant(platform.merchant().id().value())));

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static TestBrowser from(int address) {
        return platform.browser().at(platform.peopleUrl(), "10.3.%d.%d".formatted(address / 250, address % 250));
    }

    private Reply guess(TestBrowser browser, String name, int number) {
        return browser.post("/sign-in", "name", name, "password", "wrong password " + number);
    }

    @Test
    void whileManyGuessTheOwnerSignsIn() throws Exception {
        var known = platform.browser();
        known.signIn(person);
        known.post("/sign-out");
        var checked = new AtomicInteger();
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
            Thread.sleep(Duration.ofSeconds(1));
            assertThat(timeToSignIn(known)).isLessThan(Duration.ofSeconds(1));
            assertThat(timeToSignIn(from(ADDRESSES + 1))).isLessThan(Duration.ofSeconds(5));
            for (var guess : guesses) {
                guess.get();
            }
        }
        assertThat(checked.get()).isLessThanOrEqualTo(10 * ADDRESSES);
    }

    private Duration timeToSignIn(TestBrowser browser) {
        long begun = System.nanoTime();
        var reply = browser.post("/sign-in", "name", person.name(), "password", TestPerson.PASSWORD);
        assertThat(reply.status()).as(reply.text()).isEqualTo(303);
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    @Test
    void aNameThatExistsTakesAsLongAsOneThatDoesNot() {
        var known = new ArrayList<Long>();
        var unknown = new ArrayList<Long>();
        for (int i = 0; i < PAIRS + 20; i++) {
            // each pair comes from an address of its own, within its budget
            var browser = from(1_000 + i);
            long ofKnown = guess(browser, person.name(), i).took().toNanos();
            long ofUnknown = guess(browser, "Nobody " + i, i).took().toNanos();
            if (i >= 20) {
                known.add(ofKnown);
                unknown.add(ofUnknown);
            }
        }
        assertThat(Math.abs(median(known) - median(unknown)))
                .isLessThan(Duration.ofMillis(2).toNanos());
    }

    private static long median(List<Long> times) {
        return times.stream().sorted().skip(times.size() / 2).findFirst().orElseThrow();
    }
}
