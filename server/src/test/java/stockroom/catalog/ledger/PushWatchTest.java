package stockroom.catalog.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PushWatchTest {
    private final WatchedMerchant merchant = new WatchedMerchant();

    @Test
    void aPollDoesNotForgetWhatWasHeardSinceItBegan() {
        merchant.advance(7);
        long before = merchant.last();
        merchant.advance(8);

        merchant.set(7, before);

        assertThat(merchant.last()).isEqualTo(8);
    }

    @Test
    void aPollForgetsWhatAFailoverHasLost() {
        merchant.advance(8);

        merchant.set(7, merchant.last());

        assertThat(merchant.last()).isEqualTo(7);
    }

    @Test
    void aPollFindsWhatWasNotHeard() {
        merchant.set(7, merchant.last());

        assertThat(merchant.last()).isEqualTo(7);
    }
}
