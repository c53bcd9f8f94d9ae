package stockroom.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.Platform;
import stockroom.testing.TestMerchant;

/// A request that is sent again with its key is carried out once, whatever became of the first answer.
@Tag("contract")
class IdempotencyTest {
    private final Platform platform = Platform.shared();
    private final TestMerchant merchant = platform.merchant();
    private final int product = merchant.product();

    @Test
    void aRepeatGetsTheFirstAnswerAndTakesNoTurn() {
        merchant.withStock(product, "red", 38, 5);
        var first = merchant.createStock(delta(-1), "sale-1");
        assertThat(first.json().path("push").asInt()).isEqualTo(2);

        for (int i = 0; i < 3; i++) {
            var again = merchant.createStock(delta(-1), "sale-1");
            assertThat(again.status()).isEqualTo(200);
            assertThat(again.text()).isEqualTo(first.text());
        }
        assertThat(stock()).isEqualTo(4);
    }

    @Test
    void aRefusalKeepsNoAnswer() {
        merchant.withStock(product, "red", 38, 0);
        assertThat(merchant.createStock(delta(-1), "sale-1").code()).isEqualTo("STOCK_BELOW_ZERO");
        merchant.withStock(product, "red", 38, 1);

        var colleague = platform.anotherAccount(merchant);
        assertThat(colleague.createStock(delta(-1), "sale-1").success()).isTrue();
        assertThat(stock()).isZero();
    }

    @Test
    void aKeyWithAnotherRequestIsRefused() {
        merchant.withStock(product, "red", 38, 5);
        merchant.createStock(delta(-1), "sale-1");

        var other = merchant.createStock(delta(-2), "sale-1");
        assertThat(other.status()).isEqualTo(400);
        assertThat(other.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
        assertThat(merchant.undo(2, false, "sale-1").code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
        assertThat(stock()).isEqualTo(4);
    }

    @Test
    void anotherAccountsKeyIsItsOwn() {
        merchant.withStock(product, "red", 38, 5);
        merchant.createStock(delta(-1), "sale-1");

        assertThat(platform.anotherAccount(merchant)
                        .createStock(delta(-2), "sale-1")
                        .success())
                .isTrue();
        assertThat(stock()).isEqualTo(2);
    }

    @Test
    void whatWouldHarmWhenSentTwiceNeedsAKey() {
        merchant.withStock(product, "red", 38, 5);

        assertThat(merchant.createStock(delta(-1)).code()).isEqualTo("IDEMPOTENCY_KEY_MISSING");
        assertThat(merchant.post("/Stock/Undo", TestMerchant.FORM, "push=1").code())
                .isEqualTo("IDEMPOTENCY_KEY_MISSING");
        assertThat(merchant.post(
                                "/Stock/Delete",
                                TestMerchant.JSON,
                                "[{\"pid\":%d,\"color\":\"red\"}]".formatted(product))
                        .code())
                .isEqualTo("IDEMPOTENCY_KEY_MISSING");
    }

    @Test
    void anUndoIsAnsweredAgainWithItsData() {
        merchant.createStock("""
                [{"pid":%d,"color":"red","param":[{"size":"38-40","stock":5}]}]""".formatted(product));
        merchant.withStock(product, "red", 39, 1);
        var colleague = platform.anotherAccount(merchant);

        var first = colleague.undo(1, false, "undo-1");

        assertThat(first.json().path("data").toString())
                .isEqualTo(
                        "{\"undone\":2,\"conflicts\":1,\"skipped\":[{\"productid\":%d,\"color\":\"red\",\"size\":39,\"left\":5,\"stock\":1,\"reason\":\"changed\"}]}"
                                .formatted(product));
        assertThat(colleague.undo(1, false, "undo-1").text()).isEqualTo(first.text());
        assertThat(merchant.stockList(product).json().path("data")).hasSize(1);
    }

    private int stock() {
        return merchant.stockList(product)
                .json()
                .path("data")
                .path(0)
                .path("stock")
                .asInt();
    }

    private String delta(int change) {
        return """
                [{"pid":%d,"color":"red","param":[{"size":38,"delta":%d}]}]""".formatted(product, change);
    }
}
