package stockroom.outages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.demo.EmbeddedDatabase;
import stockroom.testing.database.PostgresProcess;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

/// A request is carried out as a whole or not at all if the server or PostgreSQL is killed, and at most once with its
/// key. `make trial NAME=ha` kills more often.
@Tag("slow")
class CrashTest {
    private static final boolean FULL = Boolean.getBoolean("ha.full");
    private static final int MIN_KILLS = FULL ? 200 : 6;
    private static final int MAX_KILLS = FULL ? 200 : 60;
    private static final int CRASHES = FULL ? 20 : 3;
    private static final int MERCHANTS = 4;
    private static final int PRODUCTS = 50;
    private static final int COLOURS = 300;
    private static final int SIZES = 8;

    private final Platform platform = Platform.start(Map.of());
    private final Queue<NamedServer> spares = new ArrayDeque<>();

    private int started;

    /// @param name the application name of its database connections
    private record NamedServer(ServerProcess server, String name) {}

    private final Random random = new Random();

    @AfterEach
    void stop() {
        spares.forEach(spare -> spare.server.close());
        platform.close();
    }

    /// A merchant whose products have stock; the quantity of each entry is the round that set it.
    private static final class Shop {
        final TestMerchant merchant;
        final List<Integer> products;
        int round;
        int pushes = 1;
        Future<?> retry;

        Shop(TestMerchant merchant, Future<?> done) {
            this.merchant = merchant;
            this.products = merchant.products(PRODUCTS);
            this.retry = done;
            assertThat(merchant.createStock(order(0)).success()).isTrue();
        }

        String order(int quantity) {
            return IntStream.range(0, COLOURS)
                    .mapToObj(i -> "{\"color\":\"colour %d\",\"pid\":%d,\"param\":[{\"size\":\"36-%d\",\"stock\":%d}]}"
                            .formatted(i / PRODUCTS, products.get(i % PRODUCTS), 35 + SIZES, quantity))
                    .collect(Collectors.joining(",", "[", "]"));
        }
    }

    @Test
    void aRequestIsWhollyThereOrWhollyAbsentAfterTheServerWasKilled() throws Exception {
        int kills = 0;
        int absent = 0;
        int answered = 0;
        // about half of the kills after this many milliseconds come too early; it is adjusted after each round
        double middle = 30;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var shops = IntStream.range(0, MERCHANTS)
                    .mapToObj(_ -> new Shop(platform.merchant(), threads.submit(() -> {})))
                    .toList();
            spares.add(start());
            spares.add(start());
            // ends when both outcomes occurred; requests answered before the kill do not count
            while (kills < MIN_KILLS || (kills < MAX_KILLS && (absent == 0 || kills - absent == answered))) {
                int round = ++kills;
                var shop = shops.get(round % MERCHANTS);
                shop.retry.get();
                // each round uses a new application, whose turn is open
                var sender = platform.throughAnotherApplication(shop.merchant);
                var delay = (long) (random.nextDouble() * 2 * middle * 1e6);

                answered += killDuring(sender, shop, round, delay, threads) ? 1 : 0;
                int found = quantityEverywhere(shop);
                assertThat(found).isIn(shop.round, round);
                boolean isAbsent = found != round;
                absent += isAbsent ? 1 : 0;
                middle *= isAbsent ? 1.15 : 0.87;
                assertThat(turnTaken(sender)).as("the turn goes with the write").isEqualTo(!isAbsent);

                shop.round = round;
                shop.pushes++;
                shop.retry = threads.submit(() -> assertMadeOneByRepeating(sender, shop));
            }
            for (var shop : shops) {
                shop.retry.get();
            }
        }

        int present = kills - absent;
        System.out.printf(
                "%d kills: %d requests absent, %d present, of which %d had been answered; middle at %.0f ms%n",
                kills, absent, present, answered, middle);
        Figures.write("crash-server-kills", kills, "kills", ">= " + MIN_KILLS, true);
        assertThat(absent).isPositive();
        assertThat(present - answered).isPositive();
    }

    @Test
    void aRequestIsWhollyThereOrWhollyAbsentAfterPostgresWasKilled() throws Exception {
        int absent = 0;
        int answered = 0;
        double middle = 30;
        try (var database = new EmbeddedDatabase();
                var threads = Executors.newVirtualThreadPerTaskExecutor();
                var node = durable(database)) {
            var postgres = new PostgresProcess(database.address());
            var shop = new Shop(node.merchant(), threads.submit(() -> {}));
            for (int round = 1; round <= CRASHES; round++) {
                var sender = node.throughAnotherApplication(shop.merchant);
                var order = shop.order(round);
                var key = key(round);
                var sent = threads.submit(() -> sender.createStock(order, key));
                TimeUnit.NANOSECONDS.sleep((long) (random.nextDouble() * 2 * middle * 1e6));
                postgres.kill();
                var reply = sent.get();
                postgres.start();

                int found = quantityEverywhere(shop);
                if (reply.status() == 200) {
                    answered++;
                    assertThat(found).as("what was acknowledged").isEqualTo(round);
                } else {
                    assertThat(reply.status()).as(reply.text()).isEqualTo(503);
                    assertThat(found).isIn(shop.round, round);
                }
                boolean isAbsent = found != round;
                absent += isAbsent ? 1 : 0;
                middle *= isAbsent ? 1.15 : 0.87;
                shop.round = round;
                shop.pushes++;
                assertMadeOneByRepeating(sender, shop);
            }
        }
        System.out.printf(
                "PostgreSQL killed %d times: %d requests absent, %d answered; middle at %.0f ms%n",
                CRASHES, absent, answered, middle);
        Figures.write("crash-postgres-kills", CRASHES, "kills", ">= " + CRASHES, true);
    }

    @Test
    void aPushOfAKilledServerIsInTheNextAnswerOfAnother() {
        var merchant = platform.merchant();
        int product = merchant.product();
        var cursor = merchant.changes().json().path("cursor").asString();
        merchant.changes("cursor", cursor, "wait", 1);
        try (var server = start().server) {
            var created = merchant.postTo(server.baseUrl(), "/Stock/Creat", TestMerchant.JSON, """
                    [{"pid":%d,"color":"red","param":[{"size":38,"stock":5}]}]""".formatted(product));
            server.kill();
            assertThat(created.success()).as(created.text()).isTrue();
        }

        assertThat(merchant.changes("cursor", cursor, "wait", 1).json().path("data"))
                .hasSize(1);
    }

    /// The embedded PostgreSQL acknowledges before it writes unless this is set. Callers without a connection
    /// must get their response before PostgreSQL is started again.
    private static Platform durable(EmbeddedDatabase database) {
        TestDatabase.execute(database.address(), "ALTER DATABASE postgres SET synchronous_commit = on");
        return Platform.on(database.address(), Map.of("STOCKROOM_REQUEST_TIMEOUT", "30s"));
    }

    private static String key(int round) {
        return "round-" + round;
    }

    /// A request that was carried out has taken the turn, but its repetition still gets the response.
    private static void assertMadeOneByRepeating(TestMerchant sender, Shop shop) {
        var reply = await().atMost(1, TimeUnit.MINUTES)
                .until(
                        () -> sender.createStock(shop.order(shop.round), key(shop.round)),
                        again -> again.status() == 200);
        assertThat(reply.success()).as(reply.text()).isTrue();
        assertThat(quantityEverywhere(shop)).isEqualTo(shop.round);
        assertThat(shop.merchant
                        .platform()
                        .query("SELECT count(*) FROM stock_push WHERE merchant_id = %d"
                                .formatted(shop.merchant.id().value())))
                .isEqualTo(Integer.toString(shop.pushes));
    }

    private boolean killDuring(TestMerchant sender, Shop shop, int round, long nanos, ExecutorService threads)
            throws Exception {
        var order = shop.order(round);
        var key = key(round);
        var named = spares.remove();
        try (var server = named.server) {
            var url = server.baseUrl();
            warm(url, shop, order);
            spares.add(start());
            assertThat(connectionsOf(named)).isPositive();
            var sent = threads.submit(() -> {
                try {
                    var headers = sender.headers();
                    headers.put("Content-Type", TestMerchant.JSON);
                    headers.put("Idempotency-Key", key);
                    return sender.send(url, "POST", "/Stock/Creat", headers.entrySet(), order.getBytes(UTF_8))
                            .success();
                } catch (UncheckedIOException e) {
                    return false;
                }
            });
            TimeUnit.NANOSECONDS.sleep(nanos);
            server.kill();
            // the database may still run the statement; meanwhile all entries must be equal
            while (connectionsOf(named) > 0) {
                quantityEverywhere(shop);
            }
            return sent.get();
        }
    }

    private int connectionsOf(NamedServer named) {
        return Integer.parseInt(platform.query(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = '%s'".formatted(named.name)));
    }

    private NamedServer start() {
        var name = "named_%d".formatted(++started);
        var settings = new HashMap<>(platform.environment());
        settings.merge(
                "STOCKROOM_DATABASE_URL",
                "ApplicationName=" + name,
                (url, parameter) -> url + (url.contains("?") ? "&" : "?") + parameter);
        settings.put("STOCKROOM_DATABASE_MIGRATE", "false");
        settings.put("STOCKROOM_DATABASE_POOL_SIZE", "2");
        return new NamedServer(new ServerProcess(settings), name);
    }

    /// The first request of a server takes several times as long as later ones.
    private void warm(String url, Shop shop, String order) {
        var warmer = platform.throughAnotherApplication(shop.merchant);
        var headers = warmer.headers();
        headers.put("Content-Type", TestMerchant.JSON);
        headers.put("Dry-Run", "true");
        assertThat(warmer.send(url, "POST", "/Stock/Creat", headers.entrySet(), order.getBytes(UTF_8))
                        .success())
                .isTrue();
    }

    private static int quantityEverywhere(Shop shop) {
        var found =
                shop.merchant.platform().query("""
                SELECT count(*) || ' entries of ' || string_agg(DISTINCT quantity::text, ', ')
                FROM stock_entry WHERE merchant_id = %d""".formatted(shop.merchant.id().value()));
        assertThat(found).matches("%d entries of \\d+".formatted(COLOURS * SIZES));
        return Integer.parseInt(found.substring(found.lastIndexOf(' ') + 1));
    }

    private boolean turnTaken(TestMerchant sender) {
        return platform.query("SELECT count(*) FROM create_turn WHERE merchant_id = %d AND application_id = %d"
                        .formatted(sender.id().value(), sender.appid()))
                .equals("1");
    }
}
