package stockroom.people;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import stockroom.http.bounds.AddressBlock;
import stockroom.people.SignInGuard.Source;
import stockroom.testing.platform.TestClock;

class SignInGuardTest {
    private final TestClock clock = new TestClock();
    private final SignInGuard guard = new SignInGuard(clock);

    private static Source from(String name, int address) {
        return Source.of(
                name,
                AddressBlock.parse("10.2.%d.%d".formatted(address / 250, address % 250))
                        .orElseThrow());
    }

    private long taken(Source source, int tries) {
        return IntStream.range(0, tries).filter(_ -> guard.take(source)).count();
    }

    @Test
    void anAddressMayTryANameTenTimesInTenMinutes() {
        assertThat(taken(from("li wei", 1), 50)).isEqualTo(10);
        assertThat(taken(from("li wei", 2), 50)).as("another address").isEqualTo(10);
        assertThat(taken(from("wang fang", 1), 50)).as("another name").isEqualTo(10);

        clock.move(SignInGuard.WINDOW);
        assertThat(taken(from("li wei", 1), 50)).isEqualTo(10);
    }

    @Test
    void guessesFromAHundredAddressesLeaveAKnownBrowserAndANewAddressTheirTries() {
        long checked = IntStream.range(0, 100)
                .mapToLong(address -> taken(from("li wei", address), 100))
                .sum();

        assertThat(checked).isEqualTo(1_000);
        assertThat(taken(Source.ofBrowser("li wei", "browser"), 1)).isEqualTo(1);
        assertThat(taken(from("li wei", 101), 1)).isEqualTo(1);
    }

    @Test
    void anAddressThatTriesManyNamesIsSlowedAsAWhole() {
        long checked = IntStream.range(0, 500)
                .mapToLong(name -> taken(from("name " + name, 1), 1))
                .sum();

        assertThat(checked).isEqualTo(100);
        assertThat(taken(Source.ofBrowser("name 1", "browser"), 1)).isEqualTo(1);
    }

    @Test
    void whatIsRefusedForItsNameIsNoTryOfTheAddress() {
        taken(from("li wei", 1), 500);

        assertThat(taken(from("wang fang", 1), 50)).isEqualTo(10);
    }

    @Test
    void aTryThatWasNotCheckedIsGivenBack() {
        for (var source : new Source[] {from("li wei", 1), Source.ofBrowser("li wei", "browser")}) {
            for (int i = 0; i < 500; i++) {
                assertThat(guard.take(source)).isTrue();
                guard.notChecked(source);
            }
        }
    }

    @Test
    void aRightPasswordGivesTheTriesBack() {
        taken(from("li wei", 1), 9);
        guard.succeeded(from("li wei", 1));

        assertThat(taken(from("li wei", 1), 50)).isEqualTo(10);
    }

    @Test
    void triesAreForgottenAfterTheWindowAlone() {
        taken(from("li wei", 1), 10);
        clock.move(SignInGuard.WINDOW.minus(Duration.ofSeconds(1)));

        assertThat(guard.take(from("li wei", 1))).isFalse();
    }
}
