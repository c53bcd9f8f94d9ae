package stockroom.outages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.LedgerReplay;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// Runs eight writers, eight readers, and an operator who issues tokens, until closed. A write that gets 503 is
/// repeated with its key until it is carried out.
final class ClusterLoad implements AutoCloseable {
    private static final int WRITERS = 8;
    private static final int READERS = 8;
    private static final int ACCOUNTS = 4;

    private static final int PRODUCTS = 100;
    private static final Duration BETWEEN_WRITES = Duration.ofMillis(510);
    private static final Duration BETWEEN_READS = Duration.ofMillis(100);
    private static final Duration MAX_REPEATS = Duration.ofMinutes(2);

    private final List<TestMerchant> merchants;
    private final Map<TestMerchant, List<Integer>> products = new HashMap<>();
    private final Map<TestMerchant, String> cursors = new HashMap<>();
    private final Map<TestMerchant, Set<String>> acknowledged = new ConcurrentHashMap<>();
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final Queue<Call> operatorCalls = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<?>> programs = new ArrayList<>();
    private volatile boolean stopped;

    record Call(
            TestMerchant merchant, String what, long begun, long ended, int status, String code, boolean retryAfter) {
        boolean isWrite() {
            return what.equals("write");
        }

        boolean isUnavailable() {
            return status == 503 && retryAfter;
        }

        Duration took() {
            return Duration.ofNanos(ended - begun);
        }
    }

    ClusterLoad(Platform platform, List<TestMerchant> merchants) {
        this.merchants = merchants;
        for (var merchant : merchants) {
            products.put(merchant, merchant.products(PRODUCTS));
            cursors.put(merchant, merchant.changes().json().path("cursor").asString());
            acknowledged.put(merchant, ConcurrentHashMap.newKeySet());
        }
        for (int i = 0; i < WRITERS; i++) {
            int number = i;
            var merchant = merchants.get(i % merchants.size());
            var accounts = Stream.generate(() -> platform.anotherAccount(merchant))
                    .limit(ACCOUNTS)
                    .toList();
            programs.add(threads.submit(() -> write(merchant, accounts, number)));
        }
        for (int i = 0; i < READERS; i++) {
            int number = i;
            var reader = platform.anotherAccount(merchants.get(i % merchants.size()));
            programs.add(threads.submit(() -> read(merchants.get(number % merchants.size()), reader, number)));
        }
        var operator = platform.operator();
        programs.add(threads.submit(() -> issueTokens(operator, merchants.getFirst())));
    }

    private Void issueTokens(Operators operator, TestMerchant merchant) throws InterruptedException {
        var order = "{\"applicationId\":%d,\"merchantId\":%d,\"accountId\":%d}"
                .formatted(merchant.appid(), merchant.id().value(), merchant.account());
        while (!stopped) {
            called(operatorCalls, merchant, "token", () -> operator.post("/tokens", order));
            Thread.sleep(BETWEEN_READS);
        }
        return null;
    }

    /// Changes the quantity with each call, so that each is a push.
    private Void write(TestMerchant merchant, List<TestMerchant> accounts, int number) throws InterruptedException {
        int product = productsOf(merchant).get(number / merchants.size());
        for (int i = 1; !stopped; i++) {
            var account = accounts.get(i % accounts.size());
            var order = "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":\"%d\",\"stock\":%d}]}]"
                    .formatted(product, 36 + i % 6, i);
            var key = number + "-" + i;
            long push = untilCarriedOut(merchant, () -> account.createStock(order, key));
            acknowledgedOf(merchant).add("%d: %d = %d".formatted(push, product, i));
            Thread.sleep(BETWEEN_WRITES);
        }
        return null;
    }

    private long untilCarriedOut(TestMerchant merchant, Supplier<Reply> call) throws InterruptedException {
        for (long begun = System.nanoTime(); ; ) {
            var reply = called(calls, merchant, "write", call);
            if (reply.status() == 200) {
                return reply.json().path("push").asLong();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(MAX_REPEATS);
            Thread.sleep(BETWEEN_WRITES);
        }
    }

    private Void read(TestMerchant merchant, TestMerchant account, int number) throws InterruptedException {
        var ids = productsOf(merchant);
        var cursor = cursors.getOrDefault(merchant, "");
        int written = ids.get(number / merchants.size());
        for (int i = 0; !stopped; i++) {
            // no server knows the owner of this product yet
            int next = ids.get((number / merchants.size() * PRODUCTS / 2 + i / 8) % PRODUCTS);
            switch (i % 8) {
                case 0 -> called(calls, merchant, "detail", () -> account.detail(next));
                case 1, 2 -> called(calls, merchant, "product list", () -> account.productList("page", 1));
                case 3 -> called(calls, merchant, "changes", () -> account.changes("cursor", cursor));
                default -> called(calls, merchant, "stock list", () -> account.stockList(written));
            }
            Thread.sleep(BETWEEN_READS);
        }
        return null;
    }

    private static Reply called(Queue<Call> calls, TestMerchant merchant, String what, Supplier<Reply> call) {
        long begun = System.nanoTime();
        try {
            var reply = call.get();
            calls.add(new Call(
                    merchant,
                    what,
                    begun,
                    System.nanoTime(),
                    reply.status(),
                    reply.status() < 300 ? "" : reply.code(),
                    reply.header("Retry-After").isPresent()));
            return reply;
        } catch (UncheckedIOException e) {
            throw new AssertionError(what + " of " + merchant + " was not answered", e);
        }
    }

    private List<Integer> productsOf(TestMerchant merchant) {
        return products.getOrDefault(merchant, List.of());
    }

    private Set<String> acknowledgedOf(TestMerchant merchant) {
        return acknowledged.getOrDefault(merchant, Set.of());
    }

    List<TestMerchant> merchants() {
        return merchants;
    }

    Stream<Call> calls() {
        return calls.stream();
    }

    Stream<Call> operatorCalls() {
        return operatorCalls.stream();
    }

    int acknowledged() {
        return acknowledged.values().stream().mapToInt(Set::size).sum();
    }

    boolean servedSince(long moment, List<TestMerchant> whom) {
        return whom.stream()
                .allMatch(merchant -> Stream.of(true, false)
                        .allMatch(write -> calls().anyMatch(call -> call.merchant.equals(merchant)
                                && call.isWrite() == write
                                && call.status == 200
                                && call.begun >= moment)));
    }

    /// The ledger has every acknowledged write once, under its number, and nothing else, and it equals the stock.
    void assertNothingIsLost() {
        for (var merchant : merchants) {
            var replayed = LedgerReplay.of(merchant, cursors.getOrDefault(merchant, ""));
            replayed.assertIsWhole(merchant);
            var kept = merchant.platform()
                    .queryAll("SELECT push || ': ' || product_id || ' = ' || after[1] FROM stock_change"
                            + " WHERE merchant_id = " + merchant.id().value());
            assertThat(kept).hasSameSizeAs(replayed.pushes());
            assertThat(new HashSet<>(kept)).isEqualTo(acknowledgedOf(merchant));
        }
    }

    @Override
    public void close() {
        stopped = true;
        threads.close();
        for (var program : programs) {
            try {
                program.get();
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
