package stockroom;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
import stockroom.testing.Platform;
import stockroom.testing.ServerProcess;
import stockroom.testing.TestMerchant;

/// Create stock while the server is killed: the request is there as a whole or not at all, and a retry makes it right.
@Tag("slow")
class CrashTest {
    private static final int KILLS = 50;
    private static final int MERCHANTS = 4;
    private static final int PRODUCTS = 50;
    private static final int COLOURS = 300;
    private static final int SIZES = 8;

    private final Platform platform = Platform.start(Map.of());
    /// Servers that are being started while others are killed.
    private final Queue<NamedServer> spares = new ArrayDeque<>();

    private int started;

    /// @param name what the database calls its connections
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
        Future<?> retry;

        Shop(TestMerchant merchant, Future<?> done) {
            this.merchant = merchant;
            this.products = merchant.products(PRODUCTS);
            this.retry = done;
            assertThat(merchant.createStock(order(0)).success()).isTrue();
        }

        /// Every colour of every product in every size.
        String order(int quantity) {
            return IntStream.range(0, COLOURS)
                    .mapToObj(i -> "{\"color\":\"colour %d\",\"pid\":%d,\"param\":[{\"size\":\"36-%d\",\"stock\":%d}]}"
                            .formatted(i / PRODUCTS, products.get(i % PRODUCTS), 35 + SIZES, quantity))
                    .collect(Collectors.joining(",", "[", "]"));
        }
    }

    @Test
    void aRequestIsWhollyThereOrWhollyAbsentAfterTheServerWasKilled() throws Exception {
        int absent = 0;
        int answered = 0;
        // the moment before which about half of the kills come too early for the request; found as we go
        double middle = 30;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var shops = IntStream.range(0, MERCHANTS)
                    .mapToObj(_ -> new Shop(platform.merchant(), threads.submit(() -> {})))
                    .toList();
            spares.add(start());
            spares.add(start());
            for (int round = 1; round <= KILLS; round++) {
                var shop = shops.get(round % MERCHANTS);
                shop.retry.get();
                // an application of its own for each round: its turn is open
                var sender = platform.throughAnotherApplication(shop.merchant);
                var delay = (long) (random.nextDouble() * 2 * middle * 1e6);

                answered += killDuring(sender, shop, shop.order(round), delay, threads) ? 1 : 0;
                int found = quantityEverywhere(shop);
                assertThat(found).isIn(shop.round, round);
                boolean isAbsent = found != round;
                absent += isAbsent ? 1 : 0;
                middle *= isAbsent ? 1.15 : 0.87;
                assertThat(turnTaken(sender)).as("the turn goes with the write").isEqualTo(!isAbsent);

                shop.round = round;
                shop.retry = threads.submit(() -> {
                    assertThat(sender.createStockInTurn(shop.order(shop.round)).success())
                            .isTrue();
                    assertThat(quantityEverywhere(shop)).isEqualTo(shop.round);
                });
            }
            for (var shop : shops) {
                shop.retry.get();
            }
        }

        int present = KILLS - absent;
        System.out.printf(
                "%d kills: %d requests absent, %d present, of which %d had been answered; middle at %.0f ms%n",
                KILLS, absent, present, answered, middle);
        assertThat(absent).isPositive();
        // those answered before the kill prove nothing
        assertThat(present - answered).isPositive();
    }

    /// Whether the answer came before the end.
    private boolean killDuring(TestMerchant sender, Shop shop, String order, long nanos, ExecutorService threads)
            throws Exception {
        var named = spares.remove();
        try (var server = named.server) {
            var url = server.baseUrl();
            warm(url, shop, order);
            spares.add(start());
            assertThat(connectionsOf(named)).isPositive();
            var sent = threads.submit(() -> {
                try {
                    return sender.postTo(url, "/Stock/Creat", TestMerchant.JSON, order)
                            .success();
                } catch (UncheckedIOException e) {
                    return false;
                }
            });
            TimeUnit.NANOSECONDS.sleep(nanos);
            server.kill();
            // the database may still be at work on what it was sent: the entries must be alike while it is
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

    /// The first request a server ever answers takes several times as long as the next.
    private void warm(String url, Shop shop, String order) {
        var warmer = platform.throughAnotherApplication(shop.merchant);
        var headers = warmer.headers();
        headers.put("Content-Type", TestMerchant.JSON);
        headers.put("Dry-Run", "true");
        assertThat(warmer.send(url, "POST", "/Stock/Creat", headers.entrySet(), order.getBytes(UTF_8))
                        .success())
                .isTrue();
    }

    /// Fails unless all entries of the shop have the same quantity.
    private int quantityEverywhere(Shop shop) {
        var found = platform.query("""
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
