package stockroom.catalog.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.http.Reply;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

/// While a node is killed repeatedly, followers of the changes see every push once and in order.
@Tag("slow")
class FeedTrialTest {
    private static final boolean FULL = Boolean.getBoolean("ledger.full");
    private static final int WRITERS = 16;
    private static final int ENTRIES = 100;
    private static final int PUSHES = FULL ? 2_000 : 150;
    private static final int READERS = 8;
    /// An account has a turn every two seconds, so there are 32 pushes per second.
    private static final int ACCOUNTS = 4;

    private static final int NODES = 3;

    private final Platform platform = Platform.start(Map.of());
    private final AtomicReferenceArray<ServerProcess> nodes = new AtomicReferenceArray<>(NODES);
    private final AtomicInteger written = new AtomicInteger();
    private final AtomicBoolean trouble = new AtomicBoolean();
    private final AtomicBoolean ended = new AtomicBoolean();

    @BeforeEach
    void start() {
        IntStream.range(0, NODES).forEach(node -> nodes.set(node, server()));
        IntStream.range(0, NODES).forEach(node -> nodes.get(node).baseUrl());
    }

    private ServerProcess server() {
        var settings = new HashMap<>(platform.environment());
        settings.put("STOCKROOM_DATABASE_POOL_SIZE", "8");
        return new ServerProcess(settings);
    }

    @AfterEach
    void stop() {
        IntStream.range(0, NODES).forEach(node -> nodes.get(node).close());
        platform.close();
    }

    /// Delays in trouble are those while a node was killed and its successor started.
    private record Seen(List<Long> pushes, List<Duration> delays, List<Duration> delaysInTrouble, int changes) {}

    @Test
    void everyPushIsSeenOnceAndInOrder() throws Exception {
        var merchant = platform.merchant();
        var beginning = merchant.changes().json().path("cursor").asString();
        var products = merchant.products(WRITERS);
        var seen = new ArrayList<Future<Seen>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int reader = 0; reader < READERS; reader++) {
                int number = reader;
                // a node limits the waiting calls of one account
                var account = platform.anotherAccount(merchant);
                seen.add(threads.submit(() -> read(account, beginning, number)));
            }
            var writers = IntStream.range(0, WRITERS)
                    .mapToObj(writer -> {
                        var accounts = Stream.generate(() -> platform.anotherAccount(merchant))
                                .limit(ACCOUNTS)
                                .toList();
                        return threads.submit(() -> write(accounts, products.get(writer)));
                    })
                    .toList();
            kill(writers);
            for (var writer : writers) {
                writer.get();
            }
            ended.set(true);
        }

        long last = Long.parseLong(platform.query("SELECT last FROM push_counter WHERE merchant_id = "
                + merchant.id().value()));
        var delays = new ArrayList<Duration>();
        var delaysInTrouble = new ArrayList<Duration>();
        int followed = 0;
        for (var reader : seen) {
            var pushes = reader.get().pushes;
            // a reader that came after the last push saw none
            if (!pushes.isEmpty()) {
                followed++;
                assertThat(pushes)
                        .isEqualTo(Stream.iterate(pushes.getFirst(), push -> push + 1)
                                .limit(last - pushes.getFirst() + 1)
                                .toList());
            }
            delays.addAll(reader.get().delays);
            delaysInTrouble.addAll(reader.get().delaysInTrouble);
        }
        assertThat(followed).isGreaterThan(READERS / 2);
        assertThat(seen.getFirst().get().pushes.getFirst()).isEqualTo(1);
        assertThat(seen.getFirst().get().changes).isGreaterThanOrEqualTo(PUSHES * ENTRIES * 9 / 10);
        report("feed-delay", delays);
        report("feed-delay-in-trouble", delaysInTrouble);
    }

    private static void report(String name, List<Duration> delays) {
        if (delays.isEmpty()) {
            System.out.println(name + ": no push was seen");
            return;
        }
        delays.sort(null);
        long p50 = delays.get(delays.size() / 2).toMillis();
        long p99 = delays.get(delays.size() * 99 / 100).toMillis();
        System.out.printf("%s: %d pushes seen after %d ms (p50), %d ms (p99)%n", name, delays.size(), p50, p99);
        Figures.write(name + "-p50", p50, "ms", "<= 150", p50 <= 150);
        Figures.write(name + "-p99", p99, "ms", "<= 1000", p99 <= 1_000);
    }

    private void kill(List<? extends Future<?>> writers) throws Exception {
        while (written.get() < PUSHES / 2) {
            Thread.sleep(20);
        }
        trouble.set(true);
        while (writers.stream().anyMatch(writer -> !writer.isDone())) {
            Thread.sleep(FULL ? 5_000 : 1_500);
            // readers and writers continue at the other nodes
            nodes.get(NODES - 1).kill();
            var next = server();
            next.baseUrl();
            nodes.set(NODES - 1, next);
        }
    }

    private Void write(List<TestMerchant> accounts, int product) throws InterruptedException {
        for (int i = 1; written.get() < PUSHES; i++) {
            var account = accounts.get(i % accounts.size());
            int quantity = i;
            var order = IntStream.range(0, ENTRIES)
                    .mapToObj(size -> "{\"size\":%d,\"stock\":%d}".formatted(size + 1, quantity))
                    .collect(Collectors.joining(
                            ",", "[{\"pid\":%d,\"color\":\"red\",\"param\":[".formatted(product), "]}]"));
            var reply = send(account, new Random(), "/Stock/Creat", TestMerchant.JSON, order);
            while (reply == null || reply.status() != 200) {
                Thread.sleep(50);
                reply = send(account, new Random(), "/Stock/Creat", TestMerchant.JSON, order);
            }
            written.incrementAndGet();
        }
        return null;
    }

    /// The first reader starts at the beginning, the others at the current position.
    private Seen read(TestMerchant merchant, String beginning, int number) throws InterruptedException {
        var random = new Random(number);
        var pushes = new ArrayList<Long>();
        var delays = new ArrayList<Duration>();
        var delaysInTrouble = new ArrayList<Duration>();
        int changes = 0;
        while (number > 0 && written.get() < PUSHES * number / (2 * READERS)) {
            Thread.sleep(20);
        }
        var cursor = number == 0
                ? beginning
                : merchant.changes().json().path("cursor").asString();
        while (true) {
            boolean last = ended.get();
            var form = TestMerchant.form("cursor", cursor, "limit", random.nextInt(1, 100), "wait", last ? 0 : 5);
            var reply = send(merchant, random, "/Stock/Changes", TestMerchant.FORM, form);
            if (reply == null || reply.status() != 200) {
                Thread.sleep(20);
                continue;
            }
            var now = Instant.now();
            var delaysNow = trouble.get() ? delaysInTrouble : delays;
            var page = reply.json();
            for (var push : page.path("data")) {
                pushes.add(push.path("push").asLong());
                changes += push.path("changes").size();
                delaysNow.add(Duration.between(Instant.parse(push.path("at").asString()), now));
            }
            cursor = page.path("cursor").asString();
            if (last && !page.path("more").asBoolean()) {
                return new Seen(pushes, delays, delaysInTrouble, changes);
            }
        }
    }

    private @Nullable Reply send(TestMerchant merchant, Random random, String path, String type, String body) {
        try {
            var headers = merchant.headers();
            headers.put("Content-Type", type);
            return merchant.sendUnchecked(
                    nodes.get(random.nextInt(NODES)).baseUrl(),
                    "POST",
                    path,
                    headers.entrySet(),
                    body.getBytes(StandardCharsets.UTF_8));
        } catch (UncheckedIOException | IllegalStateException e) {
            return null;
        }
    }
}
