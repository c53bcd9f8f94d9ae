package stockroom.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.testing.http.Reply;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.NextBuild;
import stockroom.testing.servers.ServerProcess;

/// Two servers are replaced by the next build and then back during calls: both builds work on one schema.
@Tag("slow")
class UpgradeTrialTest {
    private static final boolean FULL = Boolean.getBoolean("upgrade.full");
    private static final int ROWS = FULL ? 10_000_000 : 200_000;
    private static final int CALLERS = 4;
    private static final int ACCOUNTS = 20;
    private static final Duration SETTLED = Duration.ofMillis(FULL ? 10_000 : 500);
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    private final Platform platform = Platform.start(Map.of());
    private final List<ServerProcess> serving = new CopyOnWriteArrayList<>();

    private final AtomicBoolean ended = new AtomicBoolean();
    private final ConcurrentLinkedQueue<Reply> replies = new ConcurrentLinkedQueue<>();

    @Test
    void nobodyNoticesAnUpgradeNorTheStepBack(@TempDir Path folder) throws Exception {
        var present = System.getProperty("java.class.path");
        var next = NextBuild.classPath(folder);
        // merchants have lower ids than these rows
        platform.execute("INSERT INTO product_owner (product_id, merchant_id)"
                + " SELECT 1000000000 + n, 1 + n %% 1000 FROM generate_series(1, %d) n".formatted(ROWS));
        platform.execute("DO $$BEGIN EXECUTE format('ALTER DATABASE %I SET track_functions = pl',"
                + " current_database()); END$$");
        serving.add(server(present));
        serving.add(server(present));
        var merchant = platform.merchant();
        var products = merchant.products(CALLERS);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var writers = new ArrayList<Future<Integer>>();
            var readers = new ArrayList<Future<?>>();
            for (int product : products) {
                var accounts = Stream.generate(() -> platform.anotherAccount(merchant))
                        .limit(ACCOUNTS)
                        .toList();
                writers.add(threads.submit(() -> sell(accounts, product)));
                readers.add(threads.submit(() -> read(merchant, product)));
            }
            for (var build : List.of(next, next, present, present)) {
                Thread.sleep(SETTLED);
                // takes the server out of the load balancer, stops it and replaces it
                serving.removeFirst().stop();
                serving.add(server(build));
            }
            Thread.sleep(SETTLED);
            ended.set(true);
            for (var reader : readers) {
                reader.get();
            }
            for (int i = 0; i < CALLERS; i++) {
                int acknowledged = writers.get(i).get();
                var stock = merchant.stockList(products.get(i)).json().path("data");
                assertThat(stock.path(0).path("stock").asInt()).isEqualTo(acknowledged);
            }
        } finally {
            ended.set(true);
            serving.forEach(ServerProcess::close);
        }
        // the database counts calls with a delay
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(
                                platform.queryAll("SELECT funcname FROM pg_stat_user_functions WHERE calls > 10"))
                        .contains("create_stock", "create_stock_2"));
        var ofMerchant = " WHERE merchant_id = " + merchant.id().value();
        assertThat(platform.query("SELECT count(*) FROM stock_push" + ofMerchant))
                .isEqualTo(platform.query("SELECT max(push) FROM stock_push" + ofMerchant))
                .isEqualTo(platform.query("SELECT last FROM push_counter" + ofMerchant));
        report();
        platform.close();
    }

    private ServerProcess server(String classPath) {
        var settings = new HashMap<>(platform.environment());
        settings.put("STOCKROOM_DATABASE_POOL_SIZE", "8");
        var server = ServerProcess.of(classPath, settings);
        server.baseUrl();
        return server;
    }

    private void report() {
        assertThat(replies)
                .allSatisfy(reply -> assertThat(reply.status()).as(reply.text()).isIn(200, 429, 503));
        var longest = replies.stream().map(Reply::took).max(Duration::compareTo).orElseThrow();
        long retried = replies.stream().filter(reply -> reply.status() == 503).count();
        System.out.printf(
                "upgraded and back under %d calls: %d to be tried again, longest %d ms%n",
                replies.size(), retried, longest.toMillis());
        Figures.write("upgrade-calls", replies.size(), "calls", "> 0", !replies.isEmpty());
        Figures.write("upgrade-longest-call", longest.toMillis(), "ms", "<= 1000", longest.compareTo(MAX_WAIT) <= 0);
        if (FULL) {
            assertThat(longest).isLessThan(MAX_WAIT);
        }
    }

    private int sell(List<TestMerchant> accounts, int product) throws InterruptedException {
        var order = "[{\"pid\":%d,\"color\":\"red\",\"param\":[{\"size\":38,\"delta\":1}]}]".formatted(product);
        var random = new Random(product);
        int acknowledged = 0;
        for (int i = 0; !ended.get(); i++) {
            var account = accounts.get(i % accounts.size());
            var key = "sale-" + i;
            while (!succeeds(account, random, order, key)) {
                Thread.sleep(50);
            }
            acknowledged++;
        }
        return acknowledged;
    }

    private ServerProcess anyServing(Random random) {
        var all = List.copyOf(serving);
        return all.get(random.nextInt(all.size()));
    }

    private boolean succeeds(TestMerchant account, Random random, String order, String key) {
        var headers = account.headers();
        headers.put("Content-Type", TestMerchant.JSON);
        headers.put("Idempotency-Key", key);
        try {
            var reply = account.send(
                    anyServing(random).baseUrl(),
                    "POST",
                    "/Stock/Creat",
                    headers.entrySet(),
                    order.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            replies.add(reply);
            return reply.status() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    private Void read(TestMerchant merchant, int product) throws InterruptedException {
        var random = new Random(product);
        while (!ended.get()) {
            try {
                replies.add(merchant.postTo(
                        anyServing(random).baseUrl(),
                        "/Stock/List",
                        TestMerchant.FORM,
                        TestMerchant.form("productid", product)));
            } catch (UncheckedIOException e) {
                // the server closed its connection; the next one is used
            }
            Thread.sleep(5);
        }
        return null;
    }
}
