package stockroom.catalog.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.auth.Caller;
import stockroom.catalog.ledger.Attempt;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;

@Tag("contract")
class ReferenceTest {
    private static final String SHOE = "%F0%9F%91%9F";

    private final Platform platform = Platform.shared();
    private final TestMerchant merchant = platform.merchant();
    private final int product = merchant.product();

    static Stream<Arguments> references() {
        return Stream.of(
                Arguments.of("order-1001", "order-1001"),
                Arguments.of("a+b & c=d", "a+b & c=d"),
                Arguments.of("%E8%AE%A2%e5%8d%95 1001", "订单 1001"),
                Arguments.of("100%25", "100%"),
                Arguments.of("e%CC%81", "é"),
                Arguments.of("%20x%20", "x"),
                Arguments.of("x".repeat(64), "x".repeat(64)),
                Arguments.of(SHOE.repeat(64), "👟".repeat(64)),
                Arguments.of("", null),
                Arguments.of("%20", null));
    }

    @ParameterizedTest
    @MethodSource("references")
    void aReferenceIsShownDecoded(String header, String shown) {
        var cursor = merchant.changes().json().path("cursor").asString();
        assertThat(create(merchant, header, "").success()).isTrue();

        var push = merchant.changes("cursor", cursor).json().path("data").path(0);
        assertThat(push.path("reference").asStringOpt()).isEqualTo(Optional.ofNullable(shown));
        assertThat(merchant.history("productid", product).json().path("data").path(0))
                .isEqualTo(push);
        if (shown != null) {
            assertThat(merchant.history("reference", shown).json().path("data").path(0))
                    .isEqualTo(push);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%",
                "50% off",
                "%4",
                "%zz",
                "%+1",
                "%C3",
                "%FF",
                "%C0%AF",
                "%ED%A0%80",
                "%00",
                "a%0Ab",
                "%7F",
                "%C2%85"
            })
    void whatIsNoReferenceIsRefused(String header) {
        var refused = create(merchant, header, "");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo("REFERENCE_INVALID");
        assertThat(create(merchant, "order-1", "").success()).isTrue();
    }

    @Test
    void aReferenceHasAtMost64Characters() {
        assertThat(create(merchant, "x".repeat(65), "").code()).isEqualTo("REFERENCE_INVALID");
        assertThat(create(merchant, SHOE.repeat(65), "").code()).isEqualTo("REFERENCE_INVALID");
        assertThat(merchant.history("reference", "👟".repeat(65)).code()).isEqualTo("REFERENCE_INVALID");
        assertThat(merchant.history("reference", "a\nb").code()).isEqualTo("REFERENCE_INVALID");
        assertThat(merchant.history("reference", "👟".repeat(64)).success()).isTrue();
    }

    @Test
    void aKeyDoesNotCompareIt() {
        assertThat(create(merchant, "order-1", "key-1").success()).isTrue();

        var again = create(merchant, "order-2", "key-1");
        assertThat(again.success()).isTrue();
        assertThat(again.header("Idempotent-Replayed")).contains("true");
        assertThat(numbers(merchant.history("reference", "order-1"))).containsExactly(1L);
        assertThat(numbers(merchant.history("reference", "order-2"))).isEmpty();
    }

    @Test
    void everyKindOfWriteCarriesIt() {
        create(merchant, "order-1", "");
        var colleague = platform.anotherAccount(merchant);
        colleague.post(
                "/Stock/Delete",
                TestMerchant.JSON,
                "[{\"pid\":%d,\"color\":\"red\"}]".formatted(product),
                Map.of("Idempotency-Key", "key-1", "Reference", "order-1"));
        platform.anotherAccount(merchant)
                .post(
                        "/Stock/Undo",
                        TestMerchant.FORM,
                        "push=2",
                        Map.of("Idempotency-Key", "key-1", "Reference", "order-1"));
        var pushes = "/merchants/%d/pushes".formatted(merchant.id().value());
        var undone = platform.operator().withReference("order-1").post(pushes + "/3/undo", "{\"dryRun\":false}");
        assertThat(undone.status()).as(undone.text()).isEqualTo(200);

        var history = merchant.history("reference", "order-1");
        assertThat(numbers(history)).containsExactly(4L, 3L, 2L, 1L);
        assertThat(history.json().path("cursor").isNull()).isTrue();
        assertThat(platform.operator().all(pushes, 10))
                .extracting(push -> push.path("reference").asString())
                .containsExactly("order-1", "order-1", "order-1", "order-1");
        assertThat(platform.operator()
                        .read("/merchants/%d/products/%d/history"
                                .formatted(merchant.id().value(), product))
                        .path("items")
                        .path(0)
                        .path("reference")
                        .asString())
                .isEqualTo("order-1");
    }

    @Test
    void theHistoryOfAReferenceHasPagesAndHasAllProductsOfItsPushes() {
        int other = merchant.product();
        push("order-1", product, other);
        push("order-2", product);
        push("order-1", other);
        push("order-1", product);
        var stranger = platform.merchant();

        var first = merchant.history("reference", "order-1", "limit", 2);
        assertThat(numbers(first)).containsExactly(4L, 3L);
        var cursor = first.json().path("cursor").asString();
        var second = merchant.history("reference", "order-1", "limit", 2, "cursor", cursor);
        assertThat(numbers(second)).containsExactly(1L);
        assertThat(products(second)).containsExactly(product, other);
        assertThat(second.json().path("cursor").isNull()).isTrue();

        assertThat(numbers(merchant.history("reference", "order-1", "productid", product)))
                .containsExactly(4L, 1L);
        assertThat(products(merchant.history("reference", "order-1", "productid", other, "color", "red", "size", 38)))
                .containsExactly(other, other);
        assertThat(numbers(merchant.history("reference", "order-1", "productid", product, "color", "blue")))
                .isEmpty();
        assertThat(numbers(stranger.history("reference", "order-1"))).isEmpty();
        for (var filter :
                List.of(new Object[] {"reference", "order-2"}, new Object[] {"productid", product}, new Object[] {
                    "reference", "order-1", "productid", product
                })) {
            var withCursor = Stream.concat(Stream.of(filter), Stream.of("cursor", cursor))
                    .toArray();
            assertThat(merchant.history(withCursor).code()).isEqualTo("CURSOR_INVALID");
        }
        assertThat(merchant.history("reference", "order-1", "productid", 2_147_483_647)
                        .code())
                .isEqualTo("PRODUCT_UNKNOWN");
    }

    @Test
    void aPageOfAReferenceHasNoMoreChangesThanAnAnswerMay() {
        for (int quantity = 1; quantity <= 2; quantity++) {
            var order = new StockOrder.Builder();
            for (int size = 1; size <= 8_000; size++) {
                order.entry(product, "colour " + size / 900, size % 900 + 1, quantity, null);
            }
            write("order-1", order.build());
        }

        var first = merchant.history("reference", "order-1");
        assertThat(numbers(first)).containsExactly(2L);
        assertThat(numbers(merchant.history(
                        "reference",
                        "order-1",
                        "cursor",
                        first.json().path("cursor").asString())))
                .containsExactly(1L);
    }

    /// Makes the merchant's next push without using a turn.
    private void push(String reference, int... products) {
        var order = new StockOrder.Builder();
        int quantity = Integer.parseInt(platform.query("SELECT coalesce(max(last), 0) FROM push_counter"
                        + " WHERE merchant_id = " + merchant.id().value()))
                + 1;
        for (int each : products) {
            order.entry(each, "red", 38, quantity, null);
        }
        write(reference, order.build());
    }

    private void write(String reference, StockOrder order) {
        var attempt = new Attempt(Duration.ZERO, false, "0123456789abcdef", Optional.of(reference), Optional.empty());
        new StockWriteStore(platform.database())
                .create(new Caller(merchant.id(), merchant.account(), merchant.appid()), order, attempt);
    }

    private Reply create(TestMerchant caller, String reference, String key) {
        var headers = new HashMap<>(Map.of("Reference", reference));
        if (!key.isEmpty()) {
            headers.put("Idempotency-Key", key);
        }
        return caller.post(
                "/Stock/Creat",
                TestMerchant.JSON,
                "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":38,\"stock\":5}]}]".formatted(product),
                headers);
    }

    private static List<Long> numbers(Reply history) {
        return data(history).map(push -> push.path("push").asLong()).toList();
    }

    private static List<Integer> products(Reply history) {
        return data(history)
                .flatMap(push -> push.path("changes").valueStream())
                .map(change -> change.path("productid").asInt())
                .toList();
    }

    private static Stream<JsonNode> data(Reply history) {
        return StreamSupport.stream(history.json().path("data").spliterator(), false);
    }
}
