package stockroom.catalog.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

/// A delayed request changes nothing after its caller got a refusal.
@Tag("slow")
class LateRequestTest {
    private final Platform platform = Platform.start(Map.of());
    private final TestMerchant merchant = platform.merchant();
    private final int product = merchant.product();

    @AfterEach
    void stop() {
        platform.close();
    }

    @Test
    void aCopyHeldUpOnAFrozenNodeIsRefusedLikeTheOneThatWasAnswered() throws Exception {
        merchant.withStock(product, "red", 38, 3);
        try (var node = new ServerProcess(platform.environment());
                var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(sell(node.baseUrl(), "other-sale", 2).success()).isTrue();
            node.freeze();
            var late = callers.submit(() -> sell(node.baseUrl(), "sale", 5));
            platform.execute("DELETE FROM create_turn");

            var answered = sell(platform.baseUrl(), "sale", 5);
            assertThat(answered.code()).isEqualTo("STOCK_BELOW_ZERO");
            merchant.withStock(product, "red", 38, 10);
            platform.execute("DELETE FROM create_turn");
            node.resume();

            assertThat(late.get().textWithoutRequestId()).isEqualTo(answered.textWithoutRequestId());
            assertThat(late.get().header("Idempotent-Replayed")).contains("true");
            assertThat(stock()).isEqualTo(10);
        }
    }

    @Test
    void aKeyThatIsForgottenAfterItWasFoundIsANewOne() {
        merchant.withStock(product, "red", 38, 5);
        platform.execute("""
                ALTER FUNCTION take_turn RENAME TO take_turn_in_truth;
                CREATE SEQUENCE turns;
                GRANT ALL ON SEQUENCE turns TO PUBLIC;
                CREATE FUNCTION take_turn(
                    of_merchant bigint, of_account bigint, of_application bigint, interval_millis bigint, with_key text,
                    OUT outcome text, OUT wait_millis bigint, OUT taken_at timestamptz)
                LANGUAGE plpgsql AS $$
                BEGIN
                    IF nextval('turns') = 1 THEN
                        outcome := 'repeated';
                        wait_millis := interval_millis;
                    ELSE
                        SELECT t.outcome, t.wait_millis, t.taken_at INTO outcome, wait_millis, taken_at
                        FROM take_turn_in_truth(of_merchant, of_account, of_application, interval_millis, with_key) t;
                    END IF;
                END $$;
                """);

        var sold = sell(platform.baseUrl(), "sale", 2);

        assertThat(sold.success()).as(sold.text()).isTrue();
        assertThat(sold.header("Idempotent-Replayed")).isEmpty();
        assertThat(stock()).isEqualTo(3);
        assertThat(platform.query("SELECT last_value FROM turns")).isEqualTo("2");
    }

    private Reply sell(String baseUrl, String key, int pieces) {
        var headers = merchant.headers();
        headers.put("Content-Type", TestMerchant.JSON);
        headers.put("Idempotency-Key", key);
        var body =
                "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":38,\"delta\":-%d}]}]".formatted(product, pieces);
        return merchant.send(baseUrl, "POST", "/Stock/Creat", headers.entrySet(), body.getBytes(UTF_8));
    }

    private int stock() {
        return merchant.stockList(product)
                .json()
                .path("data")
                .path(0)
                .path("stock")
                .asInt();
    }
}
