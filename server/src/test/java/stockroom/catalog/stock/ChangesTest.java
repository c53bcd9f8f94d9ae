package stockroom.catalog.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.auth.TokenHash;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

@Tag("contract")
class ChangesTest {
    private final Platform platform = Platform.shared();
    private final TestMerchant merchant = platform.merchant();
    private final int product = merchant.product();
    private final String beginning = merchant.changes().json().path("cursor").asString();

    @Test
    void aWaitEndsWithTheNextPush() throws Exception {
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = waits(callers, 1).getFirst();

            assertThat(merchant.createStock(group("red", 38, 5)).success()).isTrue();

            var reply = waiting.get();
            assertThat(reply.took()).isLessThan(Duration.ofSeconds(19));
            assertThat(reply.json().path("data").size()).isEqualTo(1);
            assertThat(reply.json().path("data").path(0).path("changes").path(0).toString())
                    .isEqualTo("{\"productid\":%d,\"color\":\"red\",\"size\":38,\"before\":null,\"stock\":5}"
                            .formatted(product));
        }
    }

    @Test
    void aWaitWithoutAPushEndsAfterItsTimeWithTheSameCursor() {
        int early = 0;
        for (int i = 0; i < 3; i++) {
            var reply = merchant.changes("cursor", beginning, "wait", 1);
            assertThat(reply.json().path("data").size()).isZero();
            assertThat(reply.json().path("cursor").asString()).isEqualTo(beginning);
            assertThat(reply.took()).isLessThan(Duration.ofSeconds(60));
            early += reply.took().compareTo(Duration.ofMillis(900)) < 0 ? 1 : 0;
        }
        // a wait ends early when the node connects again to hear of revocations
        assertThat(early).isLessThanOrEqualTo(1);
    }

    /// The node is killed before it notifies others. Four calls wait at different times, since the poll every two
    /// seconds finds the push for some of them.
    @Test
    void aPushThatNobodyTellsOfIsInTheAnswerWhenTheTimeIsUp() throws Exception {
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var replies = IntStream.range(0, 4)
                    .mapToObj(number -> callers.submit(() -> {
                        var reader = platform.merchant();
                        int its = reader.product();
                        var cursor = reader.changes().json().path("cursor").asString();
                        await().atMost(Duration.ofSeconds(60))
                                .until(() -> reader.changes("cursor", cursor, "wait", 1)
                                                .took()
                                                .toMillis()
                                        >= 900);
                        Thread.sleep(500L * number);
                        reader.withStock(its, "red", 38, 5);
                        return reader.changes("cursor", cursor, "wait", 1);
                    }))
                    .toList();

            for (var reply : replies) {
                assertThat(reply.get().json().path("data").size()).isEqualTo(1);
            }
        }
    }

    @Test
    void aRevokedTokenWaitsNoLonger() throws Exception {
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = waits(callers, 1).getFirst();

            assertThat(platform.operator()
                            .delete("/tokens/"
                                    + TokenHash.of(merchant.token().reveal())
                                            .hex()
                                            .substring(0, 16))
                            .status())
                    .isEqualTo(200);

            assertThat(waiting.get().took()).isLessThan(Duration.ofSeconds(19));
            assertThat(merchant.changes("cursor", beginning).code()).isEqualTo("TOKEN_INVALID");
        }
    }

    @Test
    void anAccountHasFourWaitingCallsAtMost() throws Exception {
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = waits(callers, 4);

            var fifth = merchant.changes("cursor", beginning, "wait", 20);
            assertThat(fifth.status()).isEqualTo(429);
            assertThat(fifth.code()).isEqualTo("TOO_MANY_AT_ONCE");
            assertThat(merchant.changes("cursor", beginning).success()).isTrue();

            merchant.createStock(group("red", 38, 5));
            for (var each : waiting) {
                assertThat(each.get().json().path("data").size()).isEqualTo(1);
            }
        }
    }

    @Test
    void aCursorFitsItsMerchantItsCallAndItsEpoch() {
        merchant.withStock(product, "red", 38, 5);
        merchant.withStock(product, "red", 38, 6);
        var history = merchant.history("productid", product, "limit", 1)
                .json()
                .path("cursor")
                .asString();

        assertThat(merchant.changes("cursor", history).code()).isEqualTo("CURSOR_INVALID");
        assertThat(merchant.history("productid", product, "cursor", beginning).code())
                .isEqualTo("CURSOR_INVALID");
        assertThat(merchant.history("productid", product, "color", "red", "cursor", history)
                        .code())
                .isEqualTo("CURSOR_INVALID");
        assertThat(merchant.history("productid", product, "cursor", history)
                        .json()
                        .path("data"))
                .hasSize(1);
    }

    @Test
    void aCursorAheadOfTheLedgerIsRefusedAtOnce() {
        merchant.withStock(product, "red", 38, 5);
        merchant.withStock(product, "red", 38, 6);
        var history = merchant.history("productid", product, "limit", 1)
                .json()
                .path("cursor")
                .asString();

        var waiting = merchant.changes("cursor", ahead(beginning), "wait", 20);
        assertThat(waiting.code()).isEqualTo("CURSOR_INVALID");
        assertThat(waiting.took()).isLessThan(Duration.ofSeconds(19));
        assertThat(merchant.changes("cursor", ahead(beginning)).code()).isEqualTo("CURSOR_INVALID");
        assertThat(merchant.history("productid", product, "limit", 1, "cursor", ahead(history))
                        .code())
                .isEqualTo("CURSOR_INVALID");
    }

    /// The number of the push begins at the thirteenth byte.
    private static String ahead(String cursor) {
        var bytes = Base64.getUrlDecoder().decode(cursor);
        bytes[17] = 1;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Test
    void aStockAsOfNowLeavesTheChangesAsTheyAre() {
        merchant.withStock(product, "red", 38, 5);
        var after = merchant.changes("from", 1).json().path("cursor").asString();
        var asOf = TestMerchant.form("productid", product, "asOf", Instant.now());
        assertThat(merchant.post("/Stock/List", TestMerchant.FORM, asOf).success())
                .isTrue();
        var now = merchant.changes().json().path("cursor").asString();
        merchant.withStock(product, "red", 38, 6);

        for (var cursor : List.of(after, now)) {
            assertThat(merchant.changes("cursor", cursor).json().path("data")).hasSize(1);
        }
        assertThat(merchant.changes("cursor", beginning).json().path("data")).hasSize(2);
    }

    @Test
    void aCursorWhosePushesAreNoLongerKeptIsExpired() {
        for (int quantity = 1; quantity <= 3; quantity++) {
            merchant.withStock(product, "red", 38, quantity);
        }
        var id = merchant.id().value();
        platform.execute("DELETE FROM stock_push WHERE merchant_id = %d AND push = 1".formatted(id));

        assertThat(merchant.changes("cursor", beginning).code()).isEqualTo("CURSOR_EXPIRED");
    }

    @Test
    void aBarCodeAloneIsNoPush() {
        merchant.withStock(product, "red", 38, 5);
        var created = merchant.createStock("""
                [{"pid":%d,"color":"red","param":[{"size":38,"stock":5,"barCode":"1"}]}]""".formatted(product));

        assertThat(created.json().path("push").isNull()).isTrue();
        assertThat(merchant.changes("cursor", beginning).json().path("data")).hasSize(1);
        assertThat(merchant.stockList(product).text()).contains("\"barCode\":\"1\"");
    }

    /// One may return at once, because the node's first notification about the new merchant ends all waits.
    private List<Future<Reply>> waits(ExecutorService callers, int calls) {
        Supplier<Future<Reply>> call = () -> callers.submit(() -> merchant.changes("cursor", beginning, "wait", 20));
        var waiting = new ArrayList<>(Stream.generate(call).limit(calls).toList());
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            waiting.replaceAll(each -> each.isDone() ? call.get() : each);
            return platform.metric("stockroom_changes_waiting") >= calls;
        });
        return waiting;
    }

    private String group(String colour, int size, int quantity) {
        return """
                [{"pid":%d,"color":"%s","param":[{"size":%d,"stock":%d}]}]""".formatted(product, colour, size, quantity);
    }
}
