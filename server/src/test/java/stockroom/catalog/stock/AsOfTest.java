package stockroom.catalog.stock;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.audit.Operator;
import stockroom.auth.Caller;
import stockroom.catalog.ledger.Attempt;
import stockroom.catalog.stock.WriteResult.Closed;
import stockroom.catalog.stock.WriteResult.Done;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.http.Reply;
import stockroom.testing.machine.Figures;
import stockroom.testing.machine.Standstills;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;
import tools.jackson.databind.JsonNode;

/// During writes, stock as of a time or push never changes and consists of whole pushes.
@Tag("slow")
class AsOfTest {
    private static final boolean FULL = Boolean.getBoolean("ledger.full");
    private static final int PAIRS = FULL ? 2_000 : 100;
    private static final int COLOURS = FULL ? 300 : 60;
    private static final int SIZES = 40;
    private static final int PRODUCTS = 15;
    private static final int SNAPSHOTS = FULL ? 200 : 12;
    private static final String LOCK_COUNTER = """
            CREATE FUNCTION pg_temp.lock_counter(of_merchant bigint) RETURNS double precision LANGUAGE plpgsql AS $$
            DECLARE
                v_begun timestamptz := clock_timestamp();
            BEGIN
                PERFORM FROM push_counter WHERE merchant_id = of_merchant FOR NO KEY UPDATE;
                RETURN extract(epoch FROM clock_timestamp() - v_begun) * 1000;
            END $$
            """;

    private static final Attempt WITHOUT_TURN =
            new Attempt(Duration.ZERO, false, "0123456789abcdef", Optional.empty(), Optional.empty());

    private final Platform platform = Platform.shared();
    private final TestMerchant merchant = platform.merchant();
    private final List<Integer> products = merchant.products(PRODUCTS);
    private final AtomicBoolean stop = new AtomicBoolean();

    private record Seen(Instant at, String stock) {}

    @Test
    void theSameAnswerForEverOfWholePushesBesideLargeOnes() throws Exception {
        var seen = new ArrayDeque<Seen>();
        var stocks = new HashSet<String>();
        int halves = 0;
        int changed = 0;
        try (var other = Platform.on(platform);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var writing = threads.submit(() -> write(this::large));
            for (int pair = 0; pair < PAIRS; pair++) {
                var at = now();
                var second = threads.submit(() -> quantity(other, products.get(1), at));
                var first = quantity(platform, products.get(0), at);
                seen.add(new Seen(at, first));
                stocks.add(first);
                halves += first.equals(second.get()) ? 0 : 1;
                // reads older times again before too many changes have followed
                changed += askedAgain(seen, at.minusSeconds(2));
            }
            stop.set(true);
            assertThat(writing.get()).isPositive();
            changed += askedAgain(seen, now());
        }

        assertThat(stocks).hasSizeGreaterThan(2);
        Figures.check("as-of-changed-later", changed, "of " + PAIRS + " answers", "0", changed == 0);
        Figures.check("as-of-half-a-push", halves, "of " + PAIRS + " pairs", "0", halves == 0);
    }

    private int askedAgain(Deque<Seen> seen, Instant until) {
        int changed = 0;
        while (!seen.isEmpty() && seen.getFirst().at.isBefore(until)) {
            var then = seen.removeFirst();
            changed += quantity(platform, products.get(0), then.at).equals(then.stock) ? 0 : 1;
        }
        return changed;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPushThatIsBeingWrittenIsWaitedFor(boolean first) throws Exception {
        if (!first) {
            push(1);
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> writing;
            Future<Reply> reading;
            Instant at;
            // the push already has its time while it waits for this lock
            try (var _ = TestDatabase.holding(platform.address(), "LOCK TABLE stock_push IN SHARE MODE")) {
                writing = threads.submit(() -> push(2));
                await().atMost(60, SECONDS).until(() -> waiting("relation") == 1);
                at = now();
                reading = threads.submit(() -> asOf(products.get(0), at));
                await().atMost(60, SECONDS).until(() -> waiting("transactionid") == 1);
                assertThat(reading).isNotDone();
            }
            writing.get();
            assertThat(quantity(reading.get())).isEqualTo("2");
            assertThat(quantity(platform, products.get(0), at)).isEqualTo("2");
            assertThat(quantity(platform, products.get(1), at)).isEqualTo("2");
        }
    }

    private int waiting(String event) {
        return Integer.parseInt(platform.query("SELECT count(*) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND wait_event = '%s'".formatted(event)));
    }

    /// Compares a writer beside readers of its own merchant with one beside readers of another.
    @Test
    @Tag("alone")
    void readersHardlyHoldAWriter() throws Exception {
        push(1);
        var another = platform.merchant();
        int product = another.product();
        another.withStock(product, "c0", 1, 1);

        var beside = waits(another, product);
        var waits = waits(merchant, products.get(0));

        double longest = waits.getLast();
        double p99 = waits.get(waits.size() * 99 / 100);
        System.out.printf(
                "a writer waits %.2f ms (p99), %.2f ms (longest) beside its readers; %.2f and %.2f ms beside others%n",
                p99, longest, beside.get(beside.size() * 99 / 100), beside.getLast());
        Figures.write("as-of-holds-writer-p99", p99, "ms", "<= 5", p99 <= 5);
        Figures.write("as-of-holds-writer", longest, "ms", "<= 5", longest <= 5);
        assertThat(longest).isLessThan(1_000);
    }

    /// Returns how many milliseconds locking the counter takes during reads, in ascending order.
    private List<Double> waits(TestMerchant read, int product) throws Exception {
        var waits = new ArrayList<Double>();
        stop.set(false);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var readers = IntStream.range(0, 4)
                    .mapToObj(_ -> threads.submit(() -> readUntilStopped(read, product)))
                    .toList();
            try (var writer = TestDatabase.holding(platform.address(), LOCK_COUNTER);
                    var statement = writer.createStatement()) {
                writer.commit();
                for (int i = 0; i < (FULL ? 5_000 : 300); i++) {
                    Thread.sleep(1);
                    long begun = Standstills.now();
                    try (var row = statement.executeQuery("SELECT pg_temp.lock_counter(%d)"
                            .formatted(merchant.id().value()))) {
                        row.next();
                        // the wait is at most the statement's time without pauses of the machine
                        waits.add(Math.min(
                                row.getDouble(1),
                                Standstills.running(begun, Standstills.now()).toNanos() / 1e6));
                    }
                    writer.rollback();
                }
            } finally {
                stop.set(true);
            }
            for (var reader : readers) {
                reader.get();
            }
        }
        waits.sort(null);
        return waits;
    }

    private void readUntilStopped(TestMerchant read, int product) {
        while (!stop.get()) {
            var form = TestMerchant.form("productid", product, "asOf", now());
            assertThat(quantity(read.postUnchecked(platform.baseUrl(), "/Stock/List", TestMerchant.FORM, form)))
                    .isEqualTo("1");
        }
    }

    @Test
    void aSnapshotIsWhereTheChangesGoOn() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var writing = List.of(threads.submit(() -> write(this::small)), threads.submit(() -> write(this::small)));
            await().atMost(60, SECONDS).until(() -> lastPush() > 0);
            for (int i = 0; i < SNAPSHOTS; i++) {
                follow(i % 4);
            }
            stop.set(true);
            for (var writer : writing) {
                assertThat(writer.get()).isPositive();
            }
        }
    }

    private void follow(int how) throws InterruptedException {
        var stock = new HashMap<String, Integer>();
        var read = products;
        String cursor;
        if (how == 0) {
            var form = new ArrayList<Object>(List.of("fields", "cursor"));
            products.forEach(id -> form.addAll(List.of("productids", id)));
            var batch = merchant.post("/Stock/Batch", TestMerchant.FORM, TestMerchant.form(form.toArray()));
            batch.json()
                    .path("data")
                    .forEach(each -> each.path("stock")
                            .forEach(entry -> stock.put(
                                    key(each.path("productid").asInt(), entry),
                                    entry.path("stock").asInt())));
            cursor = batch.json().path("cursor").asString();
        } else {
            int product = products.get(new Random().nextInt(PRODUCTS));
            read = List.of(product);
            var form = new ArrayList<Object>(List.of("productid", product, "fields", "cursor"));
            if (how > 1) {
                form.addAll(List.of("asOf", how == 2 ? now() : lastPush()));
            }
            var list = merchant.post("/Stock/List", TestMerchant.FORM, TestMerchant.form(form.toArray()));
            list.json()
                    .path("data")
                    .forEach(entry ->
                            stock.put(key(product, entry), entry.path("stock").asInt()));
            cursor = list.json().path("cursor").asString();
        }
        long until = lastPush() + 3;
        for (long last = 0; last < until; ) {
            var page = merchant.changes("cursor", cursor, "wait", 5).json();
            assertThat(page.path("success").asBoolean()).as(page.toString()).isTrue();
            cursor = page.path("cursor").asString();
            for (var push : page.path("data")) {
                last = push.path("push").asLong();
                for (var change : push.path("changes")) {
                    int product = change.path("productid").asInt();
                    if (read.contains(product)) {
                        var before = change.path("before");
                        assertThat(stock.put(
                                        key(product, change),
                                        change.path("stock").asInt()))
                                .as("snapshot %d, push %d: %s", how, last, change)
                                .isEqualTo(before.isNull() ? null : before.asInt());
                    }
                }
            }
        }
    }

    private static String key(int product, JsonNode entry) {
        return "%d %s %d"
                .formatted(
                        product,
                        entry.path("color").asString(),
                        entry.path("size").asInt());
    }

    @Test
    void aDeletedProductAnswersAsItWas() {
        push(5);
        var before = now();
        var then = quantity(asOf(products.get(0), before));
        platform.catalogue().delete(Operator.onTheServer(), merchant.id(), products.get(0));

        assertThat(quantity(asOf(products.get(0), before))).isEqualTo(then).isEqualTo("5");
        assertThat(quantity(asOf(products.get(0), 1))).isEqualTo("5");
        assertThat(asOf(products.get(0), 0).code()).isEqualTo("STOCK_NOT_ADDED");
        assertThat(asOf(products.get(0), 2).code()).isEqualTo("PRODUCT_UNKNOWN");
        assertThat(asOf(products.get(0), now()).code()).isEqualTo("PRODUCT_UNKNOWN");
    }

    @Test
    void numbersThatARestoreSkippedAreKnown() {
        try (var own = Platform.start(Map.of())) {
            var old = own.merchant();
            int product = old.product();
            old.withStock(product, "red", 38, 1);
            var reader = own.merchant();
            int unstocked = reader.product();
            assertThat(asOf(reader, unstocked, now()).code()).isEqualTo("STOCK_NOT_ADDED");
            try (var command = new ServerProcess(own.environment(), ServerProcess.SHORT_LIVED, "after-restore")) {
                assertThat(command.await()).as(command.log()).isZero();
            }
            var latest = own.merchant();
            latest.withStock(latest.product(), "red", 38, 1);

            for (int pushes = 0; pushes < 2; pushes++) {
                assertThat(firstPush(old, 0)).isEqualTo(1);
                assertThat(old.changes("from", 1).json().path("data")).hasSize(pushes);
                assertThat(old.changes("from", 2).code()).isEqualTo("CURSOR_BEFORE_RESTORE");
                assertThat(old.changes("from", 500).code()).isEqualTo("CURSOR_BEFORE_RESTORE");
                assertThat(quantity(asOf(old, product, 1))).isEqualTo("1");
                assertThat(asOf(old, product, 500).code()).isEqualTo("AS_OF_TOO_FAR");
                old.withStock(product, "red", 38, 2);
            }
            // the merchant had no push, although a reader has created its counter
            assertThat(asOf(reader, unstocked, 0).code()).isEqualTo("STOCK_NOT_ADDED");
            assertThat(reader.changes("from", 0).success()).isTrue();
            assertThat(firstPush(latest, 0)).isGreaterThan(1_000);
            assertThat(firstPush(latest, "start")).isEqualTo(firstPush(latest, 0));
            assertThat(latest.changes("from", 1).code()).isEqualTo("CURSOR_BEFORE_RESTORE");
            assertThat(latest.changes("from", firstPush(latest, 0) + 1).status())
                    .isEqualTo(400);
        }
    }

    private static long firstPush(TestMerchant of, Object from) {
        return of.changes("from", from, "limit", 1)
                .json()
                .path("data")
                .path(0)
                .path("push")
                .asLong();
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    private long lastPush() {
        return Long.parseLong(platform.query("SELECT coalesce(max(last), 0) FROM push_counter WHERE merchant_id = "
                + merchant.id().value()));
    }

    private int write(IntFunction<StockOrder> order) {
        int pushes = 0;
        while (!stop.get()) {
            create(order.apply(++pushes));
        }
        return pushes;
    }

    private void create(StockOrder order) {
        var caller = new Caller(merchant.id(), merchant.account(), merchant.appid());
        var created = new StockWriteStore(platform.database()).create(caller, order, WITHOUT_TURN);
        // a concurrent call may hold the turn at this moment
        assertThat(created.result()).isIn(new Done(), new Closed(false));
    }

    private void push(int quantity) {
        var order = new StockOrder.Builder();
        order.entry(products.get(0), "c0", 1, quantity, null);
        order.entry(products.get(1), "c0", 1, quantity, null);
        create(order.build());
    }

    private StockOrder large(int quantity) {
        var order = new StockOrder.Builder();
        for (int colour = 0; colour < COLOURS; colour++) {
            for (int size = 1; size <= SIZES; size++) {
                order.entry(products.get(colour % PRODUCTS), "c" + colour / PRODUCTS, size, quantity, null);
            }
        }
        return order.build();
    }

    private StockOrder small(int number) {
        var random = new Random();
        var order = new StockOrder.Builder();
        for (int i = 0; i < 3; i++) {
            int product = products.get(random.nextInt(PRODUCTS));
            order.entry(product, "c" + random.nextInt(3), random.nextInt(36, 40), number, null);
        }
        return order.build();
    }

    private Reply asOf(int product, Object asOf) {
        return asOf(merchant, product, asOf);
    }

    private static Reply asOf(TestMerchant of, int product, Object asOf) {
        return of.post("/Stock/List", TestMerchant.FORM, TestMerchant.form("productid", product, "asOf", asOf));
    }

    private String quantity(Platform server, int product, Instant at) {
        var form = TestMerchant.form("productid", product, "asOf", at);
        return quantity(merchant.postUnchecked(server.baseUrl(), "/Stock/List", TestMerchant.FORM, form));
    }

    private static String quantity(Reply reply) {
        return reply.success() ? reply.json().path("data").path(0).path("stock").asString() : reply.code();
    }
}
