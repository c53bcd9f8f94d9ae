package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import stockroom.client.model.ProductField;
import stockroom.client.model.ProductSummary;
import stockroom.client.model.Push;
import stockroom.client.model.StockDeletion;
import stockroom.client.model.StockEntry;
import stockroom.client.model.StockFilter;
import stockroom.client.model.StockItem;
import stockroom.client.model.UndoResult;
import stockroom.testing.platform.Platform;

@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class LedgerTest {
    private static final Platform platform = ClientMerchant.PLATFORM;

    private final ClientMerchant merchant = ClientMerchant.create();

    private void set(int pid, String color, int size, int quantity) {
        merchant.merchant().withStock(pid, color, size, quantity);
    }

    @Test
    void theHistoryOfAProductIsReadPageByPageNewestFirst() {
        int pid = merchant.products(1).getFirst();
        IntStream.rangeClosed(1, 120).forEach(quantity -> set(pid, "red", 38, quantity));
        set(pid, "blue", 39, 7);
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            assertThat(client.history(pid).map(Push::push).limit(2)).containsExactly(121L, 120L);
            assertThat(relay.seen()).hasSize(1);

            assertThat(client.history(pid)).hasSize(121);
            assertThat(relay.seen()).hasSize(3);
            assertThat(client.history(pid, "blue", null).flatMap(push -> push.changes().stream()))
                    .containsExactly(new Push.Change(pid, "blue", 39, null, 7));
            assertThat(client.history(pid, null, 39)).hasSize(1);
            assertThat(client.history(pid, "blue", 38)).isEmpty();
            assertThatThrownBy(() -> client.history(999_999_999).toList())
                    .isInstanceOfSatisfying(
                            RefusedException.class,
                            refused -> assertThat(refused.code()).isEqualTo("PRODUCT_UNKNOWN"));
        }
    }

    @Test
    void anEmptyPageIsNotTheEndOfAHistory() {
        var empty = "{\"success\":true,\"msg\":\"\",\"data\":[],\"cursor\":%s}";
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            relay.then(
                    Interference.answer(200, empty.formatted("\"c\"")),
                    Interference.answer(200, empty.formatted("null")));

            assertThat(client.history(1)).isEmpty();
            assertThat(relay.seen()).hasSize(2);
        }
    }

    @Test
    void stockIsReadAsItWas() throws InterruptedException {
        int pid = merchant.products(1).getFirst();
        set(pid, "red", 38, 5);
        // changes within a millisecond have the same time
        Thread.sleep(5);
        set(pid, "red", 38, 3);
        try (var client = merchant.client().build()) {
            var pushes = client.history(pid).toList();

            assertThat(client.stockAsOf(pid, pushes.getLast().at()))
                    .extracting(StockItem::color, StockItem::size, StockItem::stock)
                    .containsExactly(tuple("red", 38, 5));
            assertThat(client.stockAsOf(pid, 1))
                    .isEqualTo(client.stockAsOf(pid, pushes.getLast().at()));
            assertThat(client.stockAsOf(pid, 2)).isEqualTo(client.stock(pid));
            assertThatThrownBy(() -> client.stockAsOf(pid, Instant.now().plus(Duration.ofDays(1))))
                    .isInstanceOfSatisfying(
                            BadRequestException.class,
                            refused -> assertThat(refused.code()).isEqualTo("AS_OF_IN_FUTURE"));
            assertThatThrownBy(() -> client.stockAsOf(pid, pushes.getLast().at().minusMillis(1)))
                    .isInstanceOfSatisfying(
                            RefusedException.class,
                            refused -> assertThat(refused.code()).isEqualTo("STOCK_NOT_ADDED"));
        }
    }

    @Test
    void theStockOfManyProductsIsReadAHundredAtATime() {
        var pids = merchant.products(203);
        set(pids.get(0), "red", 38, 5);
        set(pids.get(202), "blue", 39, 7);
        var asked = new ArrayList<>(pids);
        asked.add(900_000_000);
        asked.add(pids.get(0));
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            var stocks = client.stocks(asked);

            assertThat(relay.seen()).hasSize(3);
            assertThat(stocks.keySet()).containsExactlyElementsOf(pids);
            assertThat(stocks.get(pids.get(0))).extracting(StockItem::stock).containsExactly(5);
            assertThat(stocks.get(pids.get(1))).isEmpty();
            assertThat(stocks.get(pids.get(202))).extracting(StockItem::color).containsExactly("blue");
            assertThat(client.stocks(List.of())).isEmpty();
            assertThat(relay.seen()).hasSize(3);
        }
    }

    @Test
    void productsThatAnAnswerHasNoRoomForAreAskedForAgain() {
        var pids = merchant.products(3);
        pids.forEach(pid -> set(pid, "red", 38, pid));
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            relay.then(Interference.answer(200, """
                    {"success":true,"msg":"","data":[{"productid":%d,"stock":[]}],"missing":[],"rest":[%d,%d]}""".formatted(pids.get(0), pids.get(1), pids.get(2))));

            var stocks = client.stocks(pids);

            assertThat(relay.seen()).hasSize(2);
            assertThat(stocks.keySet()).containsExactlyElementsOf(pids);
            assertThat(stocks.get(pids.get(2))).extracting(StockItem::stock).containsExactly(pids.get(2));

            relay.then(Interference.answer(200, """
                    {"success":true,"msg":"","data":[],"missing":[],"rest":[%d]}""".formatted(pids.get(0))));
            assertThatThrownBy(() -> client.stocks(List.of(pids.get(0)))).isInstanceOf(UnexpectedAnswerException.class);
        }
    }

    @Test
    void productsAreFoundByItemNumberWithTheFieldsAskedFor() {
        var pids = merchant.products(120);
        set(pids.get(7), "red", 38, 5);
        set(pids.get(7), "red", 39, 6);
        try (var client = merchant.client().build()) {
            var artNos = client.products().map(ProductSummary::artNo).toList();
            var asked = new ArrayList<>(artNos);
            asked.add("no such number");
            asked.add(" ");

            assertThat(client.productsByArtNo(asked).map(ProductSummary::id)).isEqualTo(pids);
            assertThat(client.productsByArtNo(List.of())).isEmpty();
            assertThat(client.productsByArtNo(List.of(" "))).isEmpty();
            assertThat(client.productsByArtNo(List.of(artNos.get(7)), ProductField.values()))
                    .singleElement()
                    .satisfies(product -> {
                        assertThat(product.id()).isEqualTo(pids.get(7));
                        assertThat(product.stockTotal()).isEqualTo(11);
                        assertThat(product.state()).isEqualTo("on_sale");
                        assertThat(product.updatedAt()).isBefore(Instant.now().plusSeconds(60));
                    });
            assertThat(client.products(StockFilter.WITH_STOCK, ProductField.STOCK_TOTAL))
                    .singleElement()
                    .satisfies(product -> {
                        assertThat(product.stockTotal()).isEqualTo(11);
                        assertThat(product.state()).isNull();
                    });
        }
    }

    @Test
    void aPushIsUndoneExceptForWhatWasChangedSince() {
        int pid = merchant.products(1).getFirst();
        set(pid, "red", 38, 5);
        try (var client = merchant.client().build()) {
            var created = client.createStock(List.of(
                    new StockEntry(pid, "red", 38, 3),
                    new StockEntry(pid, "red", 39, 4),
                    new StockEntry(pid, "red", 40, 4)));
            assertThat(created.pushes()).containsExactly(2L);
            set(pid, "red", 39, 9);

            var checked = client.undo(2, UndoOptions.defaults().asDryRun());
            assertThat(checked.push()).isEmpty();
            assertThat(checked.undone()).isEqualTo(2);
            assertThatThrownBy(() -> client.undo(2, UndoOptions.defaults().asAllOrNothing()))
                    .isInstanceOfSatisfying(RefusedException.class, refused -> {
                        assertThat(refused.code()).isEqualTo("UNDO_CONFLICT");
                        assertThat(refused.violations().getLast().stock()).isEqualTo(9);
                    });

            var undone = client.undo(2);

            assertThat(undone)
                    .isEqualTo(new UndoResult(
                            undone.push(),
                            2,
                            1,
                            List.of(new UndoResult.Skipped(pid, "red", 39, 4, 9, "changed")),
                            false));
            assertThat(undone.push()).hasValue(4);
            assertThat(client.stock(pid))
                    .extracting(StockItem::size, StockItem::stock)
                    .containsExactly(tuple(38, 5), tuple(39, 9));
            assertThat(catchThrowableOfType(RefusedException.class, () -> client.undo(1))
                            .code())
                    .isEqualTo("PUSH_UNKNOWN");
        }
    }

    @Test
    void colorsAndSizesAreDeleted() {
        int pid = merchant.products(1).getFirst();
        for (int size = 38; size <= 40; size++) {
            set(pid, "red", size, size);
            set(pid, "blue", size, size);
        }
        var deletions = List.of(new StockDeletion(pid, "red", List.of(38, 40, 99)), new StockDeletion(pid, "blue"));
        try (var client = merchant.client().build()) {
            assertThat(client.deleteStock(deletions, DeleteOptions.defaults().asDryRun()))
                    .isEmpty();
            assertThat(client.stock(pid)).hasSize(6);

            assertThat(client.deleteStock(deletions)).hasValue(7);
            assertThat(client.stock(pid))
                    .extracting(StockItem::color, StockItem::size)
                    .containsExactly(tuple("red", 39));
            assertThat(client.deleteStock(List.of(new StockDeletion(pid, "green"))))
                    .isEmpty();
            assertThatThrownBy(() -> client.deleteStock(List.of(new StockDeletion(pid, "red", List.of()))))
                    .isInstanceOfSatisfying(
                            BadRequestException.class,
                            bad -> assertThat(bad.code()).isEqualTo("SIZES_NONE"));
        }
    }
}
