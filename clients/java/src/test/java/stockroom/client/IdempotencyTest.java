package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import stockroom.client.model.StockDeletion;
import stockroom.client.model.StockEntry;
import stockroom.testing.platform.Platform;

@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class IdempotencyTest {
    private static final Platform platform = ClientMerchant.PLATFORM;
    private static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    private static final String OUTCOME_UNKNOWN =
            "{\"success\":false,\"msg\":\"?\",\"code\":\"OUTCOME_UNKNOWN\",\"requestId\":\"1\"}";

    private final ClientMerchant merchant = ClientMerchant.create();
    private final int pid = merchant.products(1).getFirst();
    private final List<String> keys = Collections.synchronizedList(new ArrayList<>());

    private Interference.Trouble noted(Interference.Trouble trouble) {
        return (exchange, body) -> {
            keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            trouble.with(exchange, body);
        };
    }

    @Test
    void aChangeIsMadeOnceHoweverOftenItIsSent() {
        merchant.merchant().withStock(pid, "red", 38, 10);
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            relay.then(
                    noted(relay.cutAnswer()),
                    noted(Interference.cut()),
                    noted(Interference.answer(503, OUTCOME_UNKNOWN)),
                    noted(relay.pass()));

            var report = client.createStock(List.of(StockEntry.change(pid, "red", 38, -2)));

            assertThat(report.written()).isEqualTo(1);
            assertThat(report.requests()).isEqualTo(4);
            assertThat(report.pushes()).containsExactly(2L);
            assertThat(client.stock(pid).getFirst().stock()).isEqualTo(8);
        }
        assertThat(keys).hasSize(4).containsOnly(keys.getFirst());
        assertThat(keys.getFirst()).matches(UUID);
    }

    @Test
    void anUndoAndADeletionAreMadeOnceToo() {
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            client.createStock(List.of(new StockEntry(pid, "red", 38, 5), new StockEntry(pid, "red", 39, 6)));
            relay.then(noted(relay.cutAnswer()), noted(relay.pass()));
            assertThat(client.deleteStock(List.of(new StockDeletion(pid, "red", List.of(39)))))
                    .hasValue(2);
            assertThat(keys).hasSize(2).containsOnly(keys.getFirst());

            relay.then(noted(relay.cutAnswer()), noted(relay.pass()));
            var undone = client.undo(2);

            assertThat(undone.push()).hasValue(3);
            assertThat(undone.undone()).isEqualTo(1);
            assertThat(merchant.rows()).hasSize(2);
        }
        assertThat(keys).hasSize(4);
        assertThat(new HashSet<>(keys)).hasSize(2);
    }

    @Test
    void eachRequestOfARunHasAKeyOfItsOwn() {
        var pids = merchant.products(31);
        List<StockEntry> entries = new ArrayList<>();
        pids.forEach(product ->
                IntStream.range(0, 10).forEach(i -> entries.add(new StockEntry(product, "colour " + i, 38, 1))));
        entries.add(new StockEntry(900_000_000, "red", 38, 0));
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            relay.then(noted(relay.pass()), noted(relay.pass()), noted(relay.pass()));

            var report = client.createStock(entries);

            assertThat(report.written()).isEqualTo(310);
            assertThat(report.rejected()).hasSize(1);
            assertThat(report.pushes()).containsExactly(1L, 2L);
        }
        // the first request was refused for one product and sent again without it
        assertThat(new HashSet<>(keys)).hasSize(3);
    }

    @Test
    void underItsOwnKeyARequestIsNotCarriedOutAgainByAnotherRun() {
        merchant.merchant().withStock(pid, "red", 38, 10);
        var order = List.of(StockEntry.change(pid, "red", 38, -2));
        var options =
                CreateOptions.defaults().withRetryPolicy(RetryPolicy.none()).asOneRequest("order-1001");
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            relay.then(noted(relay.cutAnswer()));
            var stopped = catchThrowableOfType(CreateStockException.class, () -> client.createStock(order, options));
            assertThat(stopped.report().unknown()).isEqualTo(order);
            assertThat(stopped.report().remaining()).isEmpty();
            assertThat(keys).containsExactly("order-1001");

            assertThat(client.createStock(order, options).pushes()).containsExactly(2L);
            assertThat(client.stock(pid).getFirst().stock()).isEqualTo(8);
            assertThatThrownBy(() -> client.createStock(List.of(StockEntry.change(pid, "red", 38, -3)), options))
                    .isInstanceOfSatisfying(
                            CreateStockException.class,
                            reused -> assertThat(reused.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED"));
        }
    }

    @Test
    void aKeyIsForOneRequestAndHasVisibleCharacters() {
        var options = CreateOptions.defaults();
        var entries = List.of(new StockEntry(pid, "red", 38, 5));
        try (var relay = new Interference(platform.baseUrl());
                var client =
                        merchant.client(relay.url()).language(Locale.CHINESE).build()) {
            for (var key : List.of("", "with space", "k".repeat(65), "订单")) {
                assertThatThrownBy(() -> client.createStock(entries, options.asOneRequest(key)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith("idempotencyKey：" + key + "（应为");
            }
            assertThat(relay.seen()).isEmpty();
        }
        assertThat(options.asOneRequest("order/1").asDryRun().idempotencyKey()).isEqualTo("order/1");
    }
}
