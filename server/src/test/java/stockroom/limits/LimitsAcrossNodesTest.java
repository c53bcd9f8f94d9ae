package stockroom.limits;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ThreeNodes;

/// Three servers on one database enforce the limits of specification 8 exactly, whichever node is called.
@Tag("slow")
@Tag("also-on-citus")
@Tag("limits")
class LimitsAcrossNodesTest {
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final String DETAIL_POLICY = "\"day\";q=300;w=86400, \"store\";q=5000;w=7948800";
    private static final Pattern DETAIL_LEFT = Pattern.compile("\"day\";r=(\\d+);t=(\\d+), \"store\";r=(\\d+)");

    /// On a small machine, two thousand simultaneous callers may wait longer than usual before they get 503.
    private static final Platform PLATFORM = Platform.start(Platform.LONG_TIMES);

    private static final ThreeNodes NODES = new ThreeNodes(PLATFORM);

    @BeforeAll
    static void stayClearOfMidnight() throws InterruptedException {
        // counts of a day are compared below, so midnight must not pass during the test
        if (toMidnight().compareTo(Duration.ofMinutes(10)) < 0) {
            Thread.sleep(toMidnight().plusSeconds(1));
        }
    }

    @AfterAll
    static void stop() {
        NODES.close();
        PLATFORM.close();
    }

    @Test
    void ofSixtyFourCallersForTwentySecondsOneIsAdmittedEveryTwoSeconds() throws Exception {
        var merchant = PLATFORM.merchant();
        int product = merchant.product();
        var answers = new ConcurrentLinkedQueue<Reply>();
        var number = new AtomicInteger();
        long begun = System.nanoTime();
        long end = begun + Duration.ofSeconds(20).toNanos();

        ThreeNodes.inParallel(64, caller -> {
            while (System.nanoTime() < end) {
                int n = number.incrementAndGet();
                // each admission uses its own colour and so adds a row
                answers.add(NODES.createStock(merchant, caller + n, order(product, "colour " + n)));
            }
            return caller;
        });

        long turns = Duration.ofNanos(System.nanoTime() - begun).dividedBy(Duration.ofSeconds(2)) + 1;
        var admitted = answers.stream().filter(reply -> reply.status() == 200).toList();
        System.out.printf("create stock: %d asked, %d admitted%n", answers.size(), admitted.size());
        // fewer if the machine paused during some of them
        assertThat(admitted).hasSizeBetween(3, (int) turns).allMatch(Reply::success);
        var policy = "RateLimit-Policy=\"create-stock\";q=1;w=2";
        assertThat(distinct(admitted, LimitsAcrossNodesTest::headers))
                .containsExactly(policy + " RateLimit=\"create-stock\";r=0;t=2 Retry-After=none");
        assertThat(answers)
                .extracting(
                        reply -> Integer.parseInt(reply.header("Next-Turn-Ms").orElseThrow()))
                .allMatch(millis -> millis >= 1 && millis <= 2_000);
        var refused = answers.stream().filter(reply -> reply.status() != 200).toList();
        assertThat(distinct(
                        refused, reply -> reply.status() + reply.text().replaceFirst(".*\"code\":\"(\\w+)\".*", " $1")))
                .containsExactly("429 CREATE_TOO_SOON");
        assertThat(distinct(refused, LimitsAcrossNodesTest::headers))
                .isSubsetOf(
                        policy + " RateLimit=\"create-stock\";r=0;t=1 Retry-After=1",
                        policy + " RateLimit=\"create-stock\";r=0;t=2 Retry-After=2");
        assertThat(PLATFORM.query("SELECT count(*) FROM stock_entry WHERE product_id = " + product))
                .isEqualTo(Integer.toString(admitted.size()));
        assertThat(PLATFORM.query("""
                        SELECT count(*) FROM (
                            SELECT updated_at - lag(updated_at) OVER (ORDER BY updated_at) AS after
                            FROM stock_entry WHERE product_id = %d) admission
                        WHERE after < interval '2.000 seconds'""".formatted(product))).isEqualTo("0");
    }

    @Test
    void twoThousandFetchesAtOnceDeliverExactlyThreeHundred() throws Exception {
        var merchant = PLATFORM.merchant();
        var products = merchant.products(10);

        var untilMidnight = toMidnight();
        // a cluster, three nodes and this many callers on one machine are so slow that connections time out
        // before a request is sent
        int callers = TestDatabase.isCluster() ? 600 : 2_000;
        var answers =
                ThreeNodes.inParallel(callers, caller -> NODES.detail(merchant, caller, products.get(caller % 10)));
        if (TestDatabase.isCluster()) {
            // some time out
            answers = answers.stream().filter(reply -> reply.status() != 503).toList();
        }

        var delivered = answers.stream().filter(reply -> reply.status() == 200).toList();
        var refused = answers.stream().filter(reply -> reply.status() != 200).toList();
        System.out.printf(
                "product detail: %d delivered, slowest answer %d ms%n",
                delivered.size(),
                answers.stream()
                        .mapToLong(reply -> reply.took().toMillis())
                        .max()
                        .orElseThrow());
        assertThat(distinct(refused, reply -> reply.status() + " " + reply.code()))
                .containsExactly("429 DAILY_FETCHES_USED_UP");
        assertThat(delivered.size()).isEqualTo(300);
        // each of the three hundred got another number of remaining fetches, so no two shared one
        assertThat(distinct(delivered, reply -> left(reply).day()))
                .isEqualTo(IntStream.range(0, 300).boxed().collect(Collectors.toSet()));
        assertThat(distinct(answers, reply -> reply.header("RateLimit-Policy").orElse("none")))
                .containsExactly(DETAIL_POLICY);
        assertThat(refused)
                .allMatch(reply -> reply.header("RateLimit")
                        .equals(reply.header("Retry-After").map(seconds -> "\"day\";r=0;t=" + seconds)));
        // the times are at most as far before midnight as a request waited, and never after it
        assertThat(distinct(
                        refused,
                        reply -> Long.parseLong(reply.header("Retry-After").orElseThrow())))
                .allSatisfy(seconds ->
                        assertThat(seconds).isBetween(untilMidnight.toSeconds() - 60, untilMidnight.toSeconds() + 1));
        assertThat(fetchesOf(merchant)).isEqualTo("300");
        assertThat(PLATFORM.query("SELECT count(*) FROM fetched_product WHERE merchant_id = "
                        + merchant.id().value()))
                .isEqualTo("10");
    }

    @Test
    void aStoreUnderManyFetchesOfNewProductsEndsAtExactlyFiveThousand() throws Exception {
        var merchant = PLATFORM.merchant();
        var products = merchant.products(600);
        var fetchedBefore = products.subList(0, 100);
        var fresh = products.subList(100, 600);
        // five accounts, since one alone may not fetch five hundred in a day
        var accounts = new ArrayList<>(List.of(merchant));
        IntStream.range(0, 4).forEach(_ -> accounts.add(PLATFORM.anotherAccount(merchant)));
        PLATFORM.execute("""
                INSERT INTO fetched_product
                    (merchant_id, store_id, product_id, first_fetched_at, last_fetched_at, result_at, result_status)
                SELECT b.merchant_id, b.store_id, p, now() - interval '5 days', now() - interval '4 days', now(), 1
                FROM bound_store b,
                     (SELECT generate_series(%2$d, %3$d) UNION ALL SELECT generate_series(1000000001, 1000004800)) f (p)
                WHERE b.merchant_id = %1$d
                """.formatted(merchant.id().value(), fetchedBefore.getFirst(), fetchedBefore.getLast()));

        var answers = ThreeNodes.inParallel(
                500, caller -> NODES.detail(accounts.get(caller % 5), caller / 5, fresh.get(caller)));

        var delivered = answers.stream().filter(Reply::success).toList();
        var refused = answers.stream().filter(reply -> !reply.success()).toList();
        assertThat(distinct(refused, reply -> reply.status() + " " + reply.code()))
                .containsExactly("200 STORE_PRODUCTS_USED_UP");
        assertThat(delivered.size()).isEqualTo(100);
        assertThat(distinct(delivered, reply -> left(reply).store()))
                .isEqualTo(IntStream.range(0, 100).boxed().collect(Collectors.toSet()));
        assertThat(distinct(refused, reply -> left(reply).store())).containsExactly(0);
        assertThat(distinct(answers, reply -> reply.header("RateLimit-Policy").orElse("none")))
                .containsExactly(DETAIL_POLICY);
        // waiting does not help here
        assertThat(answers).noneMatch(reply -> reply.header("Retry-After").isPresent());
        assertThat(productsOfTheStore(merchant)).isEqualTo("5000");
        for (int node = 0; node < 3; node++) {
            assertThat(NODES.detail(merchant, node, fetchedBefore.get(node)).success())
                    .isTrue();
        }
        assertThat(productsOfTheStore(merchant)).isEqualTo("5000");
        // only delivered fetches are counted
        assertThat(PLATFORM.query("SELECT sum(fetches) FROM daily_fetches WHERE merchant_id = "
                        + merchant.id().value()))
                .isEqualTo("103");
    }

    @Test
    void aBadRequestDoesNotUseTheTurn() {
        var merchant = PLATFORM.merchant();
        int product = merchant.product();

        assertThat(NODES.createStock(merchant, 0, order(product, "")).status()).isEqualTo(400);
        assertThat(NODES.createStock(merchant, 0, order(product, "red")).success())
                .isTrue();
    }

    @Test
    void anAdmittedDryRunUsesTheTurnOnEveryNode() {
        var merchant = PLATFORM.merchant();
        var order = order(merchant.product(), "red");

        for (int node : new int[] {0, 1}) {
            var refused = TestMerchant.untilTooSoon(() -> {
                var caller = PLATFORM.throughAnotherApplication(merchant);
                assertThat(dryRun(caller, order).success()).isTrue();
                return NODES.createStock(caller, node, order);
            });
            assertThat(refused.code()).isEqualTo("CREATE_TOO_SOON");
        }
    }

    private static Reply dryRun(TestMerchant caller, String order) {
        var headers = caller.headers();
        headers.put("Content-Type", TestMerchant.JSON);
        headers.put("Dry-Run", "true");
        return caller.send(NODES.baseUrl(0), "POST", "/Stock/Creat", headers.entrySet(), order.getBytes(UTF_8));
    }

    @Test
    void anAdmittedRequestWithMissingProductsUsesTheTurnOnEveryNode() {
        var merchant = PLATFORM.merchant();
        int product = merchant.product();

        for (int node : new int[] {0, 1}) {
            var refused = TestMerchant.untilTooSoon(() -> {
                var caller = PLATFORM.throughAnotherApplication(merchant);
                var missing = NODES.createStock(caller, 0, order(2_000_000_000, "red"));
                assertThat(missing.status()).isEqualTo(200);
                assertThat(missing.code()).isEqualTo("PRODUCT_UNKNOWN");
                return NODES.createStock(caller, node, order(product, "red"));
            });
            assertThat(refused.code()).isEqualTo("CREATE_TOO_SOON");
        }
        // the turn is that of the application and account, not of the merchant
        TestMerchant.untilTooSoon(() -> NODES.createStock(merchant, 0, order(product, "red")));
        assertThat(NODES.createStock(PLATFORM.throughAnotherApplication(merchant), 1, order(product, "red"))
                        .success())
                .isTrue();
        assertThat(NODES.createStock(PLATFORM.anotherAccount(merchant), 2, order(product, "red"))
                        .success())
                .isTrue();
    }

    @Test
    void fetchesAreCountedAnewFromMidnightInShanghai() {
        var today = PLATFORM.merchant();
        var yesterday = PLATFORM.merchant();
        for (var merchant : List.of(today, yesterday)) {
            assertThat(left(NODES.detail(merchant, 0, merchant.product())).day())
                    .isEqualTo(299);
            assertThat(PLATFORM.query("SELECT day FROM daily_fetches WHERE merchant_id = "
                            + merchant.id().value()))
                    .isEqualTo(LocalDate.now(SHANGHAI).toString());
            PLATFORM.execute("UPDATE daily_fetches SET fetches = 300 WHERE merchant_id = "
                    + merchant.id().value());
        }
        PLATFORM.execute("UPDATE daily_fetches SET day = '%s' WHERE merchant_id = %d"
                .formatted(LocalDate.now(SHANGHAI).minusDays(1), yesterday.id().value()));

        assertThat(NODES.detail(today, 1, today.product()).code()).isEqualTo("DAILY_FETCHES_USED_UP");
        var untilMidnight = toMidnight();
        var counted = left(NODES.detail(yesterday, 1, yesterday.product()));
        assertThat(counted.day()).isEqualTo(299);
        assertThat((long) counted.untilMidnight())
                .isBetween(untilMidnight.toSeconds() - 60, untilMidnight.toSeconds() + 1);
        assertThat(fetchesOf(yesterday)).isEqualTo("1");
    }

    private static <T> Set<T> distinct(Collection<Reply> answers, Function<Reply, T> what) {
        return answers.stream().map(what).collect(Collectors.toSet());
    }

    private static String headers(Reply reply) {
        return Stream.of("RateLimit-Policy", "RateLimit", "Retry-After")
                .map(name -> name + "=" + reply.header(name).orElse("none"))
                .collect(Collectors.joining(" "));
    }

    private record Left(int day, int untilMidnight, int store) {}

    private static Left left(Reply reply) {
        var header = DETAIL_LEFT.matcher(reply.header("RateLimit").orElseThrow());
        assertThat(header.matches()).as(header.toString()).isTrue();
        return new Left(
                Integer.parseInt(header.group(1)),
                Integer.parseInt(header.group(2)),
                Integer.parseInt(header.group(3)));
    }

    private static Duration toMidnight() {
        var now = ZonedDateTime.now(SHANGHAI);
        return Duration.between(now, now.toLocalDate().plusDays(1).atStartOfDay(SHANGHAI));
    }

    private static String fetchesOf(TestMerchant merchant) {
        return PLATFORM.query("SELECT fetches FROM daily_fetches WHERE merchant_id = %d AND account_id = %d"
                .formatted(merchant.id().value(), merchant.account()));
    }

    private static String productsOfTheStore(TestMerchant merchant) {
        return PLATFORM.query("SELECT count(*) FROM fetched_product WHERE merchant_id = "
                + merchant.id().value());
    }

    private static String order(int product, String colour) {
        return "[{\"color\":\"%s\",\"pid\":%d,\"param\":[{\"size\":\"38\",\"stock\":5}]}]".formatted(colour, product);
    }
}
