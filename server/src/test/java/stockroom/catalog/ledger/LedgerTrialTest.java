package stockroom.catalog.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.audit.Operator;
import stockroom.demo.EmbeddedDatabase;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.http.Reply;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.LedgerReplay;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;
import tools.jackson.databind.JsonNode;

/// While nodes and PostgreSQL are killed, replaying the ledger gives exactly the stock, its numbers have no gap, and
/// repeated requests are carried out once.
@Tag("slow")
class LedgerTrialTest {
    private static final boolean FULL = Boolean.getBoolean("ledger.full");
    private static final int OPERATIONS = FULL ? 10_000 : 400;
    private static final int KILLS = FULL ? 50 : 3;
    private static final int CRASHES = FULL ? 3 : 1;
    private static final int CALLERS = 8;
    /// Enough accounts that a caller need not wait for its turn.
    private static final int ACCOUNTS = FULL ? 40 : 20;

    private static final int NODES = 3;
    private static final List<String> COLOURS = List.of("red", "blue", "green");

    private static EmbeddedDatabase database;
    private static Platform platform;
    private static final AtomicReferenceArray<ServerProcess> nodes = new AtomicReferenceArray<>(NODES);

    @BeforeAll
    static void start() {
        database = new EmbeddedDatabase();
        // without this setting, a crash of PostgreSQL may lose acknowledged writes
        TestDatabase.execute(database.address(), "ALTER DATABASE postgres SET synchronous_commit = on");
        platform = Platform.on(database.address(), Map.of());
        IntStream.range(0, NODES).forEach(node -> nodes.set(node, new ServerProcess(settings())));
        IntStream.range(0, NODES).forEach(node -> nodes.get(node).baseUrl());
    }

    private static Map<String, String> settings() {
        var settings = new HashMap<>(platform.environment());
        settings.put("STOCKROOM_DATABASE_POOL_SIZE", "8");
        return settings;
    }

    @AfterAll
    static void stop() {
        IntStream.range(0, NODES).forEach(node -> nodes.get(node).close());
        platform.close();
        database.close();
    }

    private record Accepted(TestMerchant account, String path, String body, String key, String answer) {}

    @Test
    void whateverIsKilledTheLedgerIsTheStock() throws Exception {
        var merchant = platform.merchant();
        var cursor = merchant.changes().json().path("cursor").asString();
        var products = new ArrayList<>(merchant.products(12));
        var pushes = ConcurrentHashMap.<Long>newKeySet();
        var done = new AtomicInteger();
        var repeats = new AtomicInteger();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var callers = IntStream.range(0, CALLERS)
                    .mapToObj(number -> {
                        var accounts = Stream.generate(() -> platform.anotherAccount(merchant))
                                .limit(ACCOUNTS)
                                .toList();
                        return threads.submit(() -> call(number, accounts, products, pushes, done, repeats));
                    })
                    .toList();
            disturb(done, callers);
            for (var caller : callers) {
                caller.get();
            }
        }

        var replayed = LedgerReplay.of(merchant, cursor);
        replayed.assertIsWhole(merchant);
        var numbers = replayed.pushes();
        assertThat(numbers).containsAll(pushes);
        // apart from these, only product deletions make pushes, and their response names none
        int deletions = Integer.parseInt(
                platform.query("SELECT count(*) FROM stock_push WHERE kind = 'product' AND merchant_id = "
                        + merchant.id().value()));
        assertThat(numbers.size() - deletions).isEqualTo(pushes.size());
        System.out.printf(
                "%d operations, %d pushes, %d repeats answered as first%n", done.get(), numbers.size(), repeats.get());
        Figures.write("ledger-operations", done.get(), "operations", ">= " + OPERATIONS, done.get() >= OPERATIONS);
    }

    private static void disturb(AtomicInteger done, List<? extends Future<?>> callers) throws Exception {
        var random = new Random(3);
        for (int kill = 1; kill <= KILLS; kill++) {
            int when = (int) ((long) OPERATIONS * kill / (KILLS + 1));
            while (done.get() < when && callers.stream().noneMatch(Future::isDone)) {
                Thread.sleep(5);
            }
            Thread.sleep(random.nextInt(20));
            if (kill % (KILLS / CRASHES) == 0) {
                crashPostgres();
            }
            int node = random.nextInt(NODES);
            nodes.get(node).kill();
            var next = new ServerProcess(settings());
            next.baseUrl();
            nodes.set(node, next);
        }
    }

    /// PostgreSQL then ends all connections and recovers from the log.
    private static void crashPostgres() throws IOException, InterruptedException {
        var pid = TestDatabase.query(
                database.address(), "SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'");
        new ProcessBuilder("kill", "-9", pid).start().waitFor();
    }

    private static Void call(
            int number,
            List<TestMerchant> accounts,
            List<Integer> products,
            Set<Long> pushes,
            AtomicInteger done,
            AtomicInteger repeats) {
        var random = new Random(number);
        var own = new ArrayList<Long>();
        for (int i = 0; done.get() < OPERATIONS; i++) {
            var account = accounts.get(i % accounts.size());
            var accepted = operate(account, random, products, own, number + "-" + i);
            if (accepted != null) {
                var push = json(accepted.answer).path("push");
                if (!push.isNull()) {
                    own.add(push.asLong());
                    pushes.add(push.asLong());
                }
                if (random.nextInt(5) == 0) {
                    var again = untilAnswered(accepted.account, random, accepted.path, accepted.body, accepted.key);
                    assertThat(again.text()).isEqualTo(accepted.answer);
                    repeats.incrementAndGet();
                }
            }
            done.incrementAndGet();
        }
        return null;
    }

    private static JsonNode json(String text) {
        return tools.jackson.databind.json.JsonMapper.shared().readTree(text);
    }

    private static @Nullable Accepted operate(
            TestMerchant account, Random random, List<Integer> products, List<Long> own, String key) {
        var colour = COLOURS.get(random.nextInt(COLOURS.size()));
        int size = random.nextInt(36, 42);
        int product;
        synchronized (products) {
            product = products.get(random.nextInt(products.size()));
        }
        String path = "/Stock/Creat";
        String body;
        switch (random.nextInt(100)) {
            case 0 -> {
                deleteProduct(account, product, products);
                return null;
            }
            case 1, 2, 3, 4, 5, 6, 7, 8 -> {
                path = "/Stock/Delete";
                body = "[{\"pid\":%d,\"color\":\"%s\",\"sizes\":[\"%d-%d\"]}]"
                        .formatted(product, colour, size, size + 2);
            }
            case 9, 10, 11, 12, 13, 14, 15, 16 -> {
                path = "/Stock/Undo";
                body = "{\"push\":%d,\"all\":%b}"
                        .formatted(own.isEmpty() ? 1 : own.get(random.nextInt(own.size())), random.nextBoolean());
            }
            default -> {
                var change = switch (random.nextInt(4)) {
                    case 0 -> "\"delta\":" + random.nextInt(-3, 8);
                    case 1 -> "\"stock\":%d,\"expected\":%d".formatted(random.nextInt(9), random.nextInt(-1, 4));
                    default -> "\"stock\":" + random.nextInt(9);
                };
                body = "[{\"pid\":%d,\"color\":\"%s\",\"param\":[{\"size\":\"%d-%d\",%s}]}]"
                        .formatted(product, colour, size, size + random.nextInt(3), change);
            }
        }
        var reply = untilAnswered(account, random, path, body, key);
        return reply.success() ? new Accepted(account, path, body, key, reply.text()) : null;
    }

    private static void deleteProduct(TestMerchant account, int product, List<Integer> products) {
        try {
            platform.catalogue().delete(Operator.onTheServer(), account.id(), product);
            int next = account.product();
            synchronized (products) {
                products.removeIf(id -> id == product);
                products.add(next);
            }
        } catch (RuntimeException e) {
            // the database was down; the ledger shows whether the request was carried out
        }
    }

    private static Reply untilAnswered(TestMerchant account, Random random, String path, String body, String key) {
        var headers = account.headers();
        headers.put("Content-Type", TestMerchant.JSON);
        headers.put("Idempotency-Key", key);
        while (true) {
            try {
                var reply = account.send(
                        nodes.get(random.nextInt(NODES)).baseUrl(),
                        "POST",
                        path,
                        headers.entrySet(),
                        body.getBytes(java.nio.charset.StandardCharsets.UTF_8));
                if (reply.status() == 200) {
                    return reply;
                }
                assertThat(reply.status()).as(reply.text()).isIn(429, 503);
                Thread.sleep(50);
            } catch (UncheckedIOException | IllegalStateException e) {
                // the node was killed; it gets the request after its restart, or another one gets it
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void noUpdateIsLostOnOneCell() throws Exception {
        var merchant = platform.merchant();
        int product = merchant.product();
        merchant.withStock(product, "red", 38, 0);
        int callers = 64;
        int each = FULL ? 5 : 1;
        var accepted = new AtomicInteger();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = new ArrayList<Future<?>>();
            for (int caller = 0; caller < callers; caller++) {
                var account = platform.anotherAccount(merchant);
                int number = caller;
                calls.add(threads.submit(() -> increment(account, product, number, each, accepted)));
            }
            for (var call : calls) {
                call.get();
            }
        }
        assertThat(quantity(merchant, product)).isEqualTo(accepted.get());

        merchant.withStock(product, "red", 38, 40);
        var sold = new AtomicInteger();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = new ArrayList<Future<?>>();
            for (int caller = 0; caller < callers; caller++) {
                var account = platform.anotherAccount(merchant);
                var key = "sale-" + caller;
                calls.add(threads.submit(() -> {
                    var reply =
                            untilAnswered(account, new Random(), "/Stock/Creat", cell(product, "\"delta\":-1"), key);
                    if (reply.success()) {
                        sold.incrementAndGet();
                    } else {
                        assertThat(reply.code()).isEqualTo("STOCK_BELOW_ZERO");
                    }
                }));
            }
            for (var call : calls) {
                call.get();
            }
        }
        assertThat(sold.get()).isEqualTo(40);
        assertThat(quantity(merchant, product)).isZero();
    }

    private static void increment(TestMerchant account, int product, int number, int times, AtomicInteger accepted) {
        var random = new Random(number);
        for (int i = 0; i < times; i++) {
            int read = quantity(account, product);
            var order = cell(product, "\"stock\":%d,\"expected\":%d".formatted(read + 1, read));
            var reply = untilAnswered(account, random, "/Stock/Creat", order, number + "-" + i);
            if (reply.success()) {
                accepted.incrementAndGet();
            } else {
                assertThat(reply.code()).isEqualTo("STOCK_CHANGED_MEANWHILE");
            }
        }
    }

    private static int quantity(TestMerchant merchant, int product) {
        return merchant.stockList(product)
                .json()
                .path("data")
                .path(0)
                .path("stock")
                .asInt();
    }

    private static String cell(int product, String change) {
        return "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":38,%s}]}]".formatted(product, change);
    }
}
