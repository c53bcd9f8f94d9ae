package stockroom.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreatesTest {
    /// Bare PostgreSQL changes entries more than twice as fast as a cold server adds them.
    @ParameterizedTest
    @ValueSource(doubles = {40, 117, 900})
    void thereAreAccountsForTwiceTheRateOfAColdServer(double addedASecond) {
        int accounts = Creates.accounts(addedASecond, 512, 12_000);

        assertThatCode(() -> Creates.refuseTooFew(accounts, 2.2 * addedASecond)).doesNotThrowAnyException();
    }

    @Test
    void noFewerThanTheLeastAndNoMoreThanThereAre() {
        assertThat(Creates.accounts(1, 256, 12_000)).isEqualTo(256);
        assertThat(Creates.accounts(9_000, 256, 12_000)).isEqualTo(12_000);
    }

    @Test
    void tooFewAccountsInAllAreRefused() {
        assertThatThrownBy(() -> Creates.refuseTooFew(300, 150))
                .hasMessage("150 creates a second with 300 accounts (expected: at least 330 accounts)");
    }
}
