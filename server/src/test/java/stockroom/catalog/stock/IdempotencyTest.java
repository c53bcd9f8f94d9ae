package stockroom.catalog.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.audit.Operator;
import stockroom.demo.DemoStockStore;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

@Tag("also-on-citus")
@Tag("contract")
class IdempotencyTest {
    private static final Duration NEARLY_A_TURN = Duration.ofMillis(1_900);

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
            assertThat(again.header("Idempotent-Replayed")).contains("true");
        }
        assertThat(stock()).isEqualTo(4);
    }

    @Test
    void aRefusedChangeStaysRefusedThoughThereIsEnoughByNow() {
        merchant.withStock(product, "red", 38, 0);
        var first = merchant.createStock(delta(-1), "sale-1");
        assertThat(first.code()).isEqualTo("STOCK_BELOW_ZERO");
        assertThat(first.header("Idempotent-Replayed")).isEmpty();
        merchant.withStock(product, "red", 38, 1);

        var again = merchant.createStock(delta(-1), "sale-1");
        assertThat(again.textWithoutRequestId()).isEqualTo(first.textWithoutRequestId());
        assertThat(again.json().path("requestId").asString())
                .isEqualTo(again.header("X-Request-Id").orElseThrow())
                .isNotEqualTo(first.json().path("requestId").asString());
        assertThat(again.header("Idempotent-Replayed")).contains("true");
        assertThat(stock()).isOne();
        assertThat(merchant.createStock(delta(-2), "sale-1").code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");

        assertThat(platform.anotherAccount(merchant)
                        .createStock(delta(-1), "sale-1")
                        .success())
                .isTrue();
        assertThat(stock()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unknown product",
                "unknown item numbers",
                "changed entries",
                "too many colours",
                "too many entries",
                "deletion of an unknown product",
                "deletion of too much",
                "unknown push",
                "push that cannot be undone",
                "push that has changed"
            })
    void aRefusalIsAnsweredAgainInTheLanguageOfTheRepeat(String refusal) {
        var refused = arrange(refusal);

        var repeated = repeat(refused);
        var caller = repeated.caller;
        var first = repeated.first;
        var again = repeated.again;

        assertThat(first.status()).as(first.text()).isEqualTo(200);
        assertThat(first.success()).isFalse();
        assertThat(first.msg()).matches(".*\\p{IsHan}.*");
        assertThat(again.header("Idempotent-Replayed")).contains("true");
        assertThat(again.header("RateLimit").orElseThrow()).contains("r=0");
        assertThat(again.textWithoutRequestId())
                .isEqualTo(refused.send(platform.anotherAccount(merchant), "key-1", "en")
                        .textWithoutRequestId());
        assertThat(refused.send(caller, "key-1", "zh").textWithoutRequestId()).isEqualTo(first.textWithoutRequestId());
        assertThat(Integer.parseInt(platform.query(
                        "SELECT max(pg_column_size(k)) FROM idempotency_key k WHERE merchant_id = %d AND account_id = %d"
                                .formatted(merchant.id().value(), caller.account()))))
                .isLessThan(4_096);
    }

    private record Repeated(TestMerchant caller, Reply first, Reply again) {}

    /// Starts again if the first turn may have ended before the repetition.
    private Repeated repeat(Refused refused) {
        for (int attempt = 1; ; attempt++) {
            var caller = platform.anotherAccount(merchant);
            long begun = System.nanoTime();
            var first = refused.send(caller, "key-1", "zh");
            var again = refused.send(caller, "key-1", "en");
            if (attempt == 10 || System.nanoTime() - begun < NEARLY_A_TURN.toNanos()) {
                return new Repeated(caller, first, again);
            }
        }
    }

    private record Refused(String path, String contentType, String body) {
        Reply send(TestMerchant caller, String key, String language) {
            return caller.post(path, contentType, body, Map.of("Idempotency-Key", key, "Accept-Language", language));
        }
    }

    private Refused arrange(String refusal) {
        return switch (refusal) {
            case "unknown product" -> create(2_147_483_647, "'size':38,'stock':1");
            case "unknown item numbers" ->
                json(
                        "/Stock/Creat",
                        IntStream.range(0, 300)
                                .mapToObj(
                                        "{'artNo':'none-%d','color':'red','param':[{'size':38,'stock':1}]}"::formatted)
                                .collect(Collectors.joining(",", "[", "]")));
            case "changed entries" -> {
                merchant.withStock(product, "red", 20, 7);
                yield create(
                        product,
                        "'size':'1-50','stock':1,'expected':9},{'size':'51-100','stock':1,'expected':9},"
                                + "{'size':'101-150','stock':1,'expected':9");
            }
            case "too many colours" -> {
                entries(product, colours(300), 1, 1);
                yield create(product, "'size':38,'stock':1");
            }
            case "too many entries" -> {
                entries(product, colours(11), 909, 1);
                yield create(product, "'size':38,'stock':1");
            }
            case "deletion of an unknown product" ->
                json("/Stock/Delete", "[{'pid':2147483647,'color':'red'},{'pid':%d,'color':'red'}]".formatted(product));
            case "deletion of too much" -> {
                int other = merchant.product();
                entries(product, colours(9), 900, 1);
                entries(other, colours(9), 900, 1);
                yield json(
                        "/Stock/Delete",
                        colours(9).stream()
                                .map(
                                        "{'pid':%d,'color':'%%1$s'},{'pid':%d,'color':'%%1$s'}"
                                                .formatted(product, other)::formatted)
                                .collect(Collectors.joining(",", "[", "]")));
            }
            case "unknown push" -> undo("push=99");
            case "push that cannot be undone" -> {
                merchant.withStock(product, "red", 38, 1);
                platform.catalogue().delete(Operator.onTheServer(), merchant.id(), product);
                yield undo("push=2");
            }
            case "push that has changed" -> {
                assertThat(merchant.createStock(
                                        create(product, "'size':'1-50','stock':1},{'size':'51-100','stock':2").body)
                                .success())
                        .isTrue();
                entries(product, List.of("red"), 100, 9);
                yield undo("push=1&all=true");
            }
            default -> throw new IllegalArgumentException(refusal);
        };
    }

    private static Refused create(int product, String param) {
        return json("/Stock/Creat", "[{'pid':%d,'color':'red','param':[{%s}]}]".formatted(product, param));
    }

    private static Refused undo(String form) {
        return new Refused("/Stock/Undo", TestMerchant.FORM, form);
    }

    private static Refused json(String path, String body) {
        return new Refused(path, TestMerchant.JSON, body.replace('\'', '"'));
    }

    private void entries(int of, List<String> colours, int sizes, int quantity) {
        platform.stock()
                .create(
                        merchant.id(),
                        merchant.account(),
                        colours.stream()
                                .flatMap(colour -> IntStream.rangeClosed(1, sizes)
                                        .mapToObj(size -> new DemoStockStore.Entry(of, colour, size, quantity, null)))
                                .toList());
    }

    private static List<String> colours(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(n -> "colour " + n).toList();
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
