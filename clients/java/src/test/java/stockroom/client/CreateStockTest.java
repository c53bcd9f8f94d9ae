package stockroom.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static stockroom.client.ClientMerchant.entries;
import static stockroom.client.ClientMerchant.rows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import stockroom.client.model.StockEntry;
import stockroom.testing.platform.Platform;

@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class CreateStockTest {
    private static final Platform platform = ClientMerchant.PLATFORM;

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
            assertThat(merchant.sortedRows()).isEqualTo(rows(entries.stream()));
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
                        assertThat(stopped.getCause()).isInstanceOf(RefusedException.class);
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
            assertThat(merchant.sortedRows()).isEqualTo(rows(entries.stream()));
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
            assertThat(stopped.getCause()).isInstanceOf(UnavailableException.class);
            assertThat(report.written()).isEqualTo(1_200);
            assertThat(report.unknown()).hasSize(1_200);
            assertThat(report.count(EntryState.UNSENT)).isEqualTo(1_200);
            assertThat(report.state(0)).isEqualTo(EntryState.WRITTEN);
            assertThat(report.remaining()).isEqualTo(entries.subList(1_200, 3_600));

            var rest = client.createStock(report.remaining());
            assertThat(rest.written()).isEqualTo(2_400);
            assertThat(merchant.sortedRows()).isEqualTo(rows(entries.stream()));
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
            assertThat(merchant.sortedRows()).isEqualTo(rows(entries.subList(1_200, 2_400).stream()));
            assertThatThrownBy(() -> CreateOptions.defaults().withStartingAt(-1))
                    .hasMessage("startingAt: -1 (expected: at least 0)");
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
                        assertThat(stopped.getCause()).isInstanceOf(NotAuthenticatedException.class);
                        assertThat(stopped.code()).isEqualTo("TOKEN_INVALID");
                        assertThat(stopped.report().written()).isEqualTo(1_200);
                        assertThat(stopped.report().remaining()).hasSize(1_200);
                    });
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
