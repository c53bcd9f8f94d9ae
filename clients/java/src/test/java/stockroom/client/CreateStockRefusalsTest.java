package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static stockroom.client.ClientMerchant.entries;
import static stockroom.client.ClientMerchant.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.client.model.StockEntry;
import stockroom.testing.platform.Platform;

/// What the server refuses is left out, and the rest is written.
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class CreateStockRefusalsTest {
    private static final Platform platform = ClientMerchant.PLATFORM;

    @ParameterizedTest
    @ValueSource(strings = {"en", "zh"})
    void productsThatDoNotExistAreRejectedAndAllOthersWritten(String language) {
        var merchant = ClientMerchant.create();
        var products = new ArrayList<>(merchant.products(3));
        int missing = 900_000_000;
        var entries = new ArrayList<>(entries(products, 2));
        entries.addAll(5, entries(List.of(missing, missing + 1), 1));
        try (var client =
                merchant.client().language(Locale.forLanguageTag(language)).build()) {
            var report = client.createStock(entries);

            assertThat(report.requests()).isEqualTo(2);
            assertThat(report.written()).isEqualTo(24);
            assertThat(report.rejected())
                    .extracting(RejectedEntry::index)
                    .containsExactlyInAnyOrder(5, 6, 7, 8, 9, 10, 11, 12);
            assertThat(report.rejected())
                    .allMatch(rejected -> rejected.code().equals("PRODUCT_UNKNOWN")
                            && rejected.entry().pid() >= missing);
            assertThat(merchant.sortedRows()).isEqualTo(rows(entries.stream().filter(entry -> entry.pid() < missing)));
        }
    }

    @Test
    void aRefusalThatNamesNoProductOfTheRequestEndsTheRun() {
        var merchant = ClientMerchant.create();
        var entries = entries(merchant.products(3), 1);
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            relay.then(Interference.answer(200, "{\"success\":false,\"msg\":\"nope\",\"code\":\"PRODUCT_UNKNOWN\"}"));

            assertThatThrownBy(() -> client.createStock(entries))
                    .isInstanceOfSatisfying(
                            CreateStockException.class,
                            failed -> assertThat(failed.getCause().code()).isEqualTo("PRODUCT_UNKNOWN"));
        }
    }

    @Test
    void productsTheServerNamesAreTakenOutAtOnceWhateverItsMessageSays() {
        var merchant = ClientMerchant.create();
        var products = merchant.products(3);
        var entries = entries(products, 1);
        int refused = products.get(1);
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            relay.then(Interference.answer(200, """
                    {"success":false,"msg":"unknown: %d","code":"PRODUCT_UNKNOWN","products":[%d]}\
                    """.formatted(products.get(0), refused)));

            var report = client.createStock(entries);

            assertThat(report.requests()).isEqualTo(2);
            assertThat(report.rejected())
                    .extracting(each -> each.entry().pid())
                    .containsExactly(refused, refused, refused, refused);
            assertThat(merchant.sortedRows()).isEqualTo(rows(entries.stream().filter(entry -> entry.pid() != refused)));
        }
    }

    @Test
    void onlyTheProductTheServerNamesIsLookedAtForItsColors() {
        var merchant = ClientMerchant.create();
        var products = merchant.products(2);
        var entries = entries(products, 1);
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            relay.then(Interference.answer(200, """
                    {"success":false,"msg":"no","code":"COLORS_TOO_MANY","products":[%d]}\
                    """.formatted(products.get(0))));

            var report = client.createStock(entries);

            assertThat(report.rejected()).extracting(RejectedEntry::index).containsExactly(0, 1, 2, 3);
            assertThat(report.written()).isEqualTo(4);
            assertThat(relay.seen()).containsExactly("/Stock/Creat", "/Stock/List", "/Stock/List", "/Stock/Creat");
        }
    }

    @Test
    void aProductKeepsTheColorsItHasAndTakesNewOnesUpToItsLimit() {
        var merchant = ClientMerchant.create();
        var products = merchant.products(2);
        int full = products.get(0);
        try (var client = merchant.client().build()) {
            client.createStock(IntStream.range(0, 298).mapToObj(i -> new StockEntry(full, "colour " + i, 38, 1)));

            var entries = List.of(
                    new StockEntry(full, "colour 7", 38, 70),
                    new StockEntry(full, "new 1", 38, 1),
                    new StockEntry(full, "new 2", 38, 2),
                    new StockEntry(full, "new 3", 38, 3),
                    new StockEntry(products.get(1), "red", 38, 4));
            var report = client.createStock(entries);

            assertThat(report.rejected())
                    .extracting(RejectedEntry::index, RejectedEntry::code)
                    .containsExactly(tuple(3, "COLORS_TOO_MANY"));
            assertThat(merchant.rows())
                    .hasSize(301)
                    .contains(
                            full + " colour 7 38 70 -",
                            full + " new 1 38 1 -",
                            full + " new 2 38 2 -",
                            products.get(1) + " red 38 4 -");
        }
    }

    @Test
    void aFullProductIsTakenOutAndTheRestIsWritten() {
        var merchant = ClientMerchant.create();
        var products = merchant.products(2);
        int full = products.get(0);
        try (var client = merchant.client().build()) {
            client.createStock(
                    IntStream.range(0, 9_999).mapToObj(i -> new StockEntry(full, "colour " + i / 999, i % 999 + 1, 1)));

            var report = client.createStock(
                    List.of(new StockEntry(full, "new", 38, 1), new StockEntry(products.get(1), "red", 38, 4)));

            assertThat(report.rejected())
                    .extracting(RejectedEntry::index, RejectedEntry::code)
                    .containsExactly(tuple(0, "PRODUCT_FULL"));
            assertThat(merchant.rows()).hasSize(10_000).contains(products.get(1) + " red 38 4 -");
        }
    }

    @Test
    void aFullProductThatIsNamedByItsItemNumberIsFoundByHalves() {
        var merchant = ClientMerchant.create();
        var products = merchant.products(4);
        int full = products.get(0);
        try (var client = merchant.client().build()) {
            client.createStock(
                    IntStream.range(0, 9_999).mapToObj(i -> new StockEntry(full, "colour " + i / 999, i % 999 + 1, 1)));

            var report = client.createStock(products.stream()
                    .map(pid -> new StockEntry(merchant.artNo(pid), "new", 38, 4))
                    .toList());

            assertThat(report.rejected())
                    .extracting(RejectedEntry::index, RejectedEntry::code)
                    .containsExactly(tuple(0, "PRODUCT_FULL"));
            assertThat(merchant.rows()).hasSize(10_002).contains(products.get(3) + " new 38 4 -");
        }
    }

    @Test
    void entriesThatAreNotAsExpectedAreRejectedWithTheirStockAndAllOthersWritten() {
        var merchant = ClientMerchant.create();
        int pid = merchant.products(1).getFirst();
        merchant.merchant().withStock(pid, "red", 38, 5).withStock(pid, "red", 39, 6);
        var entries = List.of(
                new StockEntry(pid, "red", 38, 1).expecting(4),
                new StockEntry(pid, "red", 39, 2).expecting(6),
                new StockEntry(pid, "red", 40, 3).expecting(7),
                StockEntry.change(pid, "blue", 38, -1),
                StockEntry.change(pid, "blue", 39, 4),
                new StockEntry(pid, "green", 38, 5).expectingNone());
        try (var client = merchant.client().build()) {
            var report = client.createStock(entries);

            assertThat(report.rejected())
                    .extracting(RejectedEntry::index, RejectedEntry::code, RejectedEntry::stock)
                    .containsExactlyInAnyOrder(
                            tuple(0, "STOCK_CHANGED_MEANWHILE", 5),
                            tuple(2, "STOCK_CHANGED_MEANWHILE", null),
                            tuple(3, "STOCK_BELOW_ZERO", null));
            assertThat(report.written()).isEqualTo(3);
            assertThat(report.requests()).isEqualTo(2);
            assertThat(report.pushes()).containsExactly(3L);
            assertThat(merchant.rows())
                    .containsExactly(
                            pid + " blue 39 4 -",
                            pid + " green 38 5 -",
                            pid + " red 38 5 69038",
                            pid + " red 39 2 69039");
        }
    }

    @Test
    void aGatewayThatAllowsLessIsServedInHalves() {
        var merchant = ClientMerchant.create();
        var entries = entries(merchant.products(2), 2);
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            relay.then(Interference.answer(413, "<html>too large</html>"));

            assertThat(client.createStock(entries).written()).isEqualTo(16);
            assertThat(relay.seen()).hasSize(3);
            assertThat(merchant.sortedRows()).isEqualTo(rows(entries.stream()));
        }
    }

    @Test
    void aStricterServersViolationsTakeOutTheirEntriesAndNoOthers() {
        var merchant = ClientMerchant.create();
        var entries = entries(merchant.products(2), 1);
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            relay.then(Interference.answer(400, """
                    {"success":false,"msg":"no","code":"SIZE_INVALID","errors":[
                      {"at":"[0].param[1].size","code":"SIZE_INVALID","msg":"not 39"}]}"""));

            var report = client.createStock(entries);

            assertThat(report.rejected()).extracting(RejectedEntry::index).containsExactly(3);
            assertThat(report.written()).isEqualTo(7);
        }
    }

    @Test
    void anUnknownRefusalEndsTheRun() {
        var merchant = ClientMerchant.create();
        var entries = entries(merchant.products(2), 1);
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            relay.then(Interference.answer(200, "{\"success\":false,\"msg\":\"no\",\"code\":\"OF_TOMORROW\"}"));

            assertThatThrownBy(() -> client.createStock(entries))
                    .isInstanceOfSatisfying(CreateStockException.class, stopped -> {
                        assertThat(stopped.getCause()).isInstanceOf(RefusedException.class);
                        assertThat(stopped.report().remaining()).isEqualTo(entries);
                    });
            assertThat(relay.seen()).hasSize(1);
        }
    }
}
