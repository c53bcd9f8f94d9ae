package stockroom.catalog.products;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import stockroom.demo.DemoStockStore.Entry;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;

class ProductBlockTest {
    private static final int PIECES = 12;
    private static final int LARGEST_PIECE = 700;

    private final Platform platform = Platform.shared();

    @Test
    void countsAndPagesStayRightWhileProductsAndStockAreAdded() throws Exception {
        var merchant = platform.merchant();
        // the other merchant takes numbers in between, so that the ids have gaps
        var other = platform.merchant();
        var added = new CopyOnWriteArrayList<Integer>();
        var adding = new AtomicBoolean(true);

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = threads.submit(() -> add(merchant, other, new Random(1), added));
            var second = threads.submit(() -> add(merchant, other, new Random(2), added));
            var stock = threads.submit(() -> addStock(merchant, new Random(3), added, adding));
            var walks = threads.submit(() -> walkWhile(merchant, adding));
            first.get();
            second.get();
            adding.set(false);
            assertThat(stock.get()).isPositive();
            assertThat(walks.get()).isPositive();
        }

        assertThat(wrongBlocks(merchant)).isEqualTo("0");
        assertThat(platform.query("SELECT sum(total) FROM product_block WHERE merchant_id = "
                        + merchant.id().value()))
                .isEqualTo(Integer.toString(added.size()));
        assertThat(walk(merchant, "")).isEqualTo(ids(merchant, "true")).hasSize(added.size());
        assertThat(walk(merchant, "true")).isEqualTo(ids(merchant, "has_stock")).isNotEmpty();
        assertThat(walk(merchant, "false"))
                .isEqualTo(ids(merchant, "NOT has_stock"))
                .isNotEmpty();
    }

    @Test
    void stockThatIsAddedAgainIsNotCountedAgain() {
        var merchant = platform.merchant();
        int product = merchant.products(3).get(1);

        for (int round = 0; round < 3; round++) {
            merchant.withStock(product, "red", 38 + round, round);
        }

        assertThat(platform.query("SELECT total || ' ' || with_stock FROM product_block WHERE merchant_id = "
                        + merchant.id().value()))
                .isEqualTo("3 1");
    }

    private static int add(TestMerchant merchant, TestMerchant other, Random random, List<Integer> added) {
        for (int piece = 0; piece < PIECES; piece++) {
            added.addAll(merchant.products(random.nextInt(1, LARGEST_PIECE)));
            other.products(random.nextInt(1, 5));
        }
        return added.size();
    }

    private int addStock(TestMerchant merchant, Random random, List<Integer> added, AtomicBoolean adding) {
        int requests = 0;
        while (adding.get()) {
            var known = List.copyOf(added);
            if (known.isEmpty()) {
                Thread.onSpinWait();
                continue;
            }
            var entries = random.ints(30, 0, known.size())
                    .distinct()
                    .mapToObj(i -> new Entry(known.get(i), "red", 38, 1, "690"))
                    .toList();
            platform.stock().create(merchant.id(), merchant.account(), entries);
            requests++;
        }
        return requests;
    }

    /// New products come at the end, so a walk must meet each id once and in ascending order.
    private static int walkWhile(TestMerchant merchant, AtomicBoolean adding) {
        int walks = 0;
        while (adding.get()) {
            assertThat(walk(merchant, "")).isSorted().doesNotHaveDuplicates();
            walks++;
        }
        return walks;
    }

    private static List<Integer> walk(TestMerchant merchant, String stock) {
        var shown = new ArrayList<Integer>();
        for (int page = 1; ; page++) {
            var products = merchant.productList("page", page, "pagesize", 100, "stock", stock)
                    .json()
                    .path("data");
            if (products.isEmpty()) {
                return shown;
            }
            shown.addAll(products.valueStream()
                    .map((JsonNode product) -> product.path("id").asInt())
                    .toList());
        }
    }

    private List<Integer> ids(TestMerchant merchant, String condition) {
        var ids = platform.query("""
                SELECT string_agg(product_id::text, ',' ORDER BY product_id) FROM product
                WHERE merchant_id = %d AND %s""".formatted(merchant.id().value(), condition));
        return List.of(ids.split(",")).stream().map(Integer::valueOf).collect(Collectors.toList());
    }

    private String wrongBlocks(TestMerchant merchant) {
        return platform.query("""
                SELECT count(*)
                FROM (SELECT first_id, total, with_stock, lead(first_id, 1, 2147483647) OVER (ORDER BY first_id) AS next
                      FROM product_block WHERE merchant_id = %1$d) b
                CROSS JOIN LATERAL (SELECT count(*) AS total, count(*) FILTER (WHERE has_stock) AS with_stock
                                    FROM product
                                    WHERE merchant_id = %1$d AND product_id >= b.first_id AND product_id < b.next) counted
                WHERE b.total <> counted.total OR b.with_stock <> counted.with_stock OR b.total > 1000""".formatted(merchant.id().value()));
    }
}
