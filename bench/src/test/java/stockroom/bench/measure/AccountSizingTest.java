package stockroom.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccountSizingTest {
    /// An account may create once in two seconds, so more creates a second are refused, and refusals are quick.
    private static final double REFUSALS_A_SECOND = 30_000;

    /// 117 creates a second were too many for the 256 accounts with which a quick run begins.
    @ParameterizedTest
    @CsvSource({
        "full, 117",
        "full, 900",
        "quick, 117",
        "quick, 900",
        "against, 117",
        "against, 900",
        "smoke, 117",
        "smoke, 900"
    })
    void everyModeTakesAsManyAccountsAsTheMachineNeeds(String mode, double createsASecond) {
        int min = Plan.of(mode).callers().fullAccounts();

        int accounts = sized(min, 12_000, createsASecond);

        assertThat(accounts).isBetween(min, (int) Math.max(min, 4 * createsASecond));
        assertThatCode(() -> AccountSizing.refuseTooFew(accounts, createsASecond * 1.1))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"full", "smoke"})
    void createsOfOneEntryTakeMoreAccountsToo(String mode) {
        int min = Plan.of(mode).callers().accounts();

        assertThat(sized(min, 30_000, 9_000)).isGreaterThan(9_000 * 2);
    }

    @Test
    void aSlowMachineKeepsTheLeast() {
        assertThat(sized(256, 12_000, 40)).isEqualTo(256);
    }

    @Test
    void allAccountsAreTakenIfTheyAreJustEnough() {
        assertThat(sized(256, 300, 120)).isEqualTo(300);
    }

    @Test
    void tooFewAccountsInAllAreRefused() {
        assertThatThrownBy(() -> sized(256, 300, 150))
                .hasMessage("150 creates a second with 300 accounts (expected: at least 330 accounts)");
    }

    @Test
    void aMixHasAccountsForTheHighestRateItCanReach() {
        assertThat(AccountSizing.enough(3_000, 4_096, 16_384)).isGreaterThan(3_000 * 2);
        assertThat(AccountSizing.enough(100, 4_096, 16_384)).isEqualTo(4_096);
        assertThat(AccountSizing.enough(9_000, 4_096, 16_384)).isEqualTo(16_384);
    }

    /// What [AccountSizing#accounts] does, on a machine that can do so many creates.
    private static int sized(int min, int available, double createsASecond) {
        int accounts = min;
        while (true) {
            double rate = createsASecond * 2 > accounts ? REFUSALS_A_SECOND : createsASecond;
            int next = AccountSizing.next(accounts, available, rate);
            if (next == accounts) {
                return accounts;
            }
            accounts = next;
        }
    }
}
