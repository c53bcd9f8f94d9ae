package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.client.model.StockEntry;
import stockroom.testing.platform.Platform;

@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class CreateStockTest {
    private static final Platform platform = ClientMerchant.PLATFORM;

    private static List<StockEntry> entries(List<Integer> products, int colours) {
        List<StockEntry> entries = new ArrayList<>();
        for (int pid : products) {
            for (int colour = 0; colour < colours; colour++) {
                for (int size = 36; size < 40; size++) {
                    entries.add(new StockEntry(pid, "colour " + colour, size, size == 39 ? 0 : pid % 7, null));
                }
            }
        }
        return entries;
    }

    private static List<String> rows(Stream<StockEntry> entries) {
        return entries.map(entry -> "%d %s %d %d -".formatted(entry.pid(), entry.colour(), entry.size(), entry.stock()))
                .sorted()
                .toList();
    }

    private static List<String> rows(ClientMerchant merchant) {
        return merchant.rows().stream().sorted().toList();
    }

    @Test
    void threeRequestsAreWrittenAtTheirPaceAndToldAsTheyGo() {
        var merchant = ClientMerchant.create();
        var entries = entries(merchant.products(70), 10);
        List<CreateProgress> told = new ArrayList<>();
        try (var client = merchant.client().build()) {
            long start = System.nanoTime();
            var report = client.createStock(entries, CreateOptions.defaults().withProgress(told::add));
            var taken = Duration.ofNanos(System.nanoTime() - start);

            assertThat(report.written()).isEqualTo(2_800);
            assertThat(report.requests()).isEqualTo(3);
            assertThat(report.remaining()).isEmpty();
            assertThat(rows(merchant)).isEqualTo(rows(entries.stream()));
            assertThat(taken).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(30));
        }
        assertThat(told).extracting(CreateProgress::requestsDone).containsExactly(1, 2, 3);
        assertThat(told).extracting(CreateProgress::entriesWritten).containsExactly(1_200, 2_400, 2_800);
        assertThat(told.getFirst().timeLeft()).isEqualTo(Duration.ofSeconds(4));
        assertThat(told.getLast().timeLeft()).isZero();
    }

    @Test
    void twoClientsAndManyThreadsOfOneAccountShareThePaceWithoutARefusal() throws InterruptedException {
        var merchant = ClientMerchant.create();
        var products = merchant.products(4);
        try (var relay = new Interference(platform.baseUrl());
                var one = merchant.client(relay.url()).build();
                var other = merchant.client(relay.url() + "/").build()) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                var client = i % 2 == 0 ? one : other;
                int pid = products.get(i);
                threads.add(Thread.ofVirtual().start(() -> client.createStock(entries(List.of(pid), 1))));
            }
            for (var thread : threads) {
                thread.join();
            }

            assertThat(relay.seen()).hasSize(4);
            assertThat(merchant.rows()).hasSize(16);
        }
    }

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
            assertThat(rows(merchant)).isEqualTo(rows(entries.stream().filter(entry -> entry.pid() < missing)));
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
                            failed -> assertThat(failed.why().code()).isEqualTo("PRODUCT_UNKNOWN"));
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
            assertThat(rows(merchant)).isEqualTo(rows(entries.stream().filter(entry -> entry.pid() != refused)));
        }
    }

    @Test
    void onlyTheProductTheServerNamesIsLookedAtForItsColours() {
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
    void aProductKeepsTheColoursItHasAndTakesNewOnesUpToItsLimit() {
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
                    .map(pid -> new StockEntry(pid, "new", 38, 4).ofArtNo(merchant.artNo(pid)))
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
    void oneRequestIsWrittenAsAWholeOrNotAtAll() {
        var merchant = ClientMerchant.create();
        int pid = merchant.products(1).getFirst();
        merchant.merchant().withStock(pid, "red", 38, 5);
        var order = List.of(StockEntry.change(pid, "red", 38, -2), StockEntry.change(pid, "blue", 38, -1));
        var whole = CreateOptions.defaults().asOneRequest();
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            assertThatThrownBy(() -> client.createStock(order, whole))
                    .isInstanceOfSatisfying(CreateStockException.class, stopped -> {
                        assertThat(stopped.why()).isInstanceOf(RefusedException.class);
                        assertThat(stopped.code()).isEqualTo("STOCK_BELOW_ZERO");
                        assertThat(stopped.report().rejected())
                                .extracting(RejectedEntry::index, RejectedEntry::stock)
                                .containsExactly(tuple(1, null));
                        assertThat(stopped.report().written()).isZero();
                    });
            assertThat(relay.seen()).hasSize(1);
            assertThatThrownBy(() -> client.createStock(entries(merchant.products(31), 10), whole))
                    .isInstanceOfSatisfying(
                            BadRequestException.class,
                            bad -> assertThat(bad.code()).isEqualTo("ENTRIES_TOO_MANY"));
            assertThat(relay.seen()).hasSize(1);
        }
        assertThat(merchant.rows()).containsExactly(pid + " red 38 5 69038");
    }

    @Test
    void aBarCodeIsKeptReplacedOrCleared() {
        var merchant = ClientMerchant.create();
        int pid = merchant.products(1).getFirst();
        for (int size = 38; size <= 40; size++) {
            merchant.merchant().withStock(pid, "red", size, 5);
        }
        try (var client = merchant.client().build()) {
            var report = client.createStock(List.of(
                    new StockEntry(pid, "red", 38, 5),
                    new StockEntry(pid, "red", 39, 5, "1"),
                    new StockEntry(pid, "red", 40, 5).clearingBarCode()));

            assertThat(report.written()).isEqualTo(3);
            // no quantity has changed
            assertThat(report.pushes()).isEmpty();
            assertThat(merchant.rows())
                    .containsExactly(pid + " red 38 5 69038", pid + " red 39 5 1", pid + " red 40 5 -");
        }
    }

    @Test
    void nothingIsSentWhereOneEntryIsWrong() {
        var merchant = ClientMerchant.create();
        int pid = merchant.products(1).getFirst();
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            assertThatThrownBy(() -> client.createStock(
                            List.of(new StockEntry(pid, "red", 38, 1), new StockEntry(pid, "red", 38, 2))))
                    .isInstanceOfSatisfying(
                            BadRequestException.class,
                            bad -> assertThat(bad.violations())
                                    .extracting(Violation::at, Violation::code)
                                    .containsExactly(tuple("[1]", "ENTRY_REPEATED")));
            assertThat(relay.seen()).isEmpty();
        }
    }

    @Test
    void aDryRunChecksEverythingAndWritesNothing() {
        var merchant = ClientMerchant.create();
        var products = merchant.products(1);
        var entries = entries(List.of(products.getFirst(), 900_000_000), 1);
        try (var client = merchant.client().build()) {
            var report = client.createStock(entries, CreateOptions.defaults().asDryRun());

            assertThat(report.count(EntryState.CHECKED)).isEqualTo(4);
            assertThat(report.rejected()).hasSize(4);
            assertThat(merchant.rows()).isEmpty();
        }
    }

    @Test
    void whatIsUnknownIsSentAgain() {
        var merchant = ClientMerchant.create();
        var entries = entries(merchant.products(1), 1);
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            relay.then(relay.cutAnswer());

            var report = client.createStock(entries);

            assertThat(report.written()).isEqualTo(4);
            assertThat(report.requests()).isEqualTo(2);
            assertThat(rows(merchant)).isEqualTo(rows(entries.stream()));
        }
    }

    @Test
    void aRunThatEndsEarlySaysWhatIsWrittenUnknownAndUnsentAndCanBeContinued() {
        var merchant = ClientMerchant.create();
        var entries = entries(merchant.products(90), 10);
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            relay.then(relay.pass(), relay.cutAnswer());

            var stopped = catchThrowableOfType(
                    CreateStockException.class,
                    () -> client.createStock(entries, CreateOptions.defaults().withRetryPolicy(RetryPolicy.none())));

            var report = stopped.report();
            assertThat(stopped.why()).isInstanceOf(UnavailableException.class);
            assertThat(report.written()).isEqualTo(1_200);
            assertThat(report.unknown()).hasSize(1_200);
            assertThat(report.count(EntryState.UNSENT)).isEqualTo(1_200);
            assertThat(report.state(0)).isEqualTo(EntryState.WRITTEN);
            assertThat(report.remaining()).isEqualTo(entries.subList(1_200, 3_600));

            var rest = client.createStock(report.remaining());
            assertThat(rest.written()).isEqualTo(2_400);
            assertThat(rows(merchant)).isEqualTo(rows(entries.stream()));
        }
    }

    @Test
    void aPlanIsContinuedWhereItWas() {
        var merchant = ClientMerchant.create();
        var entries = entries(merchant.products(60), 10);
        var plan = StockPlan.of(entries);
        try (var client = merchant.client().build()) {
            var report = client.createStock(plan, CreateOptions.defaults().withStartingAt(1));

            assertThat(report.count(EntryState.SKIPPED)).isEqualTo(1_200);
            assertThat(report.written()).isEqualTo(1_200);
            assertThat(rows(merchant)).isEqualTo(rows(entries.subList(1_200, 2_400).stream()));
        }
    }

    @Test
    void aRevokedTokenEndsTheRunWithItsReason() {
        var merchant = ClientMerchant.create();
        var entries = entries(merchant.products(60), 10);
        try (var client = merchant.client().build()) {
            assertThatThrownBy(() -> client.createStock(
                            entries,
                            CreateOptions.defaults()
                                    .withProgress(done -> platform.execute(
                                            "UPDATE access_token SET revoked_at = now() WHERE merchant_id = "
                                                    + merchant.id()))))
                    .isInstanceOfSatisfying(CreateStockException.class, stopped -> {
                        assertThat(stopped.why()).isInstanceOf(NotAuthenticatedException.class);
                        assertThat(stopped.code()).isEqualTo("TOKEN_INVALID");
                        assertThat(stopped.report().written()).isEqualTo(1_200);
                        assertThat(stopped.report().remaining()).hasSize(1_200);
                    });
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
            assertThat(rows(merchant)).isEqualTo(rows(entries.stream()));
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
                        assertThat(stopped.why()).isInstanceOf(RefusedException.class);
                        assertThat(stopped.report().remaining()).isEqualTo(entries);
                    });
            assertThat(relay.seen()).hasSize(1);
        }
    }

    @Test
    void theServersOwnIntervalIsKept() {
        var merchant = ClientMerchant.create();
        var entries = entries(merchant.products(1), 1);
        var quick = Interference.answer(
                200,
                Map.of("RateLimit-Policy", "\"other\";q=1;w=9, \"create-stock\";q=10;w=1"),
                "{\"success\":true,\"msg\":\"\"}");
        try (var relay = new Interference(platform.baseUrl());
                var client = merchant.client(relay.url()).build()) {
            long start = System.nanoTime();
            for (int i = 0; i < 16; i++) {
                relay.then(quick);
                client.createStock(entries);
            }
            // with the default interval it would take 30 s
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isGreaterThanOrEqualTo(Duration.ofMillis(1_500))
                    .isLessThan(Duration.ofSeconds(20));
        }
    }
}
