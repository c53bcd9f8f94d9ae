package stockroom.catalog.stock;

import static java.util.concurrent.TimeUnit.SECONDS;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// The cost of reads does not depend on other stock. As is usual, most products here have one colour, so the planner
/// takes the first columns of a key for as selective as the whole.
@Tag("slow")
class StockGrowthTest {
    private static final int COLOURS = 300;
    private static final int SIZES = 9;
    private static final int ENTRIES = COLOURS * SIZES;
    private static final int PRODUCT = 2_000_000;
    private static final int CALLS = 12;
    private static final int PRODUCTS_OF_THE_LARGE = 10_000;

    private static Platform platform;
    private static TestMerchant merchant;
    private static TestMerchant large;

    @BeforeAll
    static void fill() {
        platform = Platform.start(Map.of());
        merchant = platform.merchant();
        large = platform.merchant();
        for (var table : new String[] {"product", "stock"}) {
            platform.execute("ALTER TABLE %s SET (autovacuum_enabled = off)".formatted(table));
        }
        fillOtherMerchants();
        fillOneProduct();
        platform.execute("ANALYZE");
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    @Test
    void aLongStockListReadsEachColourTwice() {
        long read = readBy(node -> call(node, "/Stock/List", "productid="));

        // the first read finds that there are many colours, and the second reads them all
        assertThat(read).isEqualTo(CALLS * COLOURS * 2L);
    }

    @Test
    void aProductDetailReadsEachColourOnce() {
        long read = readBy(node -> call(node, "/Product/Detail", "pid="));

        assertThat(read).isEqualTo((long) CALLS * COLOURS);
    }

    @Test
    void operatorsPagesReadEachColourOnceWhereverTheyAre() {
        long read = readBy(node -> {
            var stock = "/merchants/%d/stock".formatted(large.id().value());
            assertThat(node.operator().all(stock, 1_000)).hasSize(PRODUCTS_OF_THE_LARGE);
        });

        // each page reads further colours, as many as one product may have
        assertThat(read).isBetween((long) PRODUCTS_OF_THE_LARGE, PRODUCTS_OF_THE_LARGE * 14L / 10);
    }

    @Test
    void operatorsPagesOfOneProductReadItsColoursForEachPage() {
        long read = readBy(node -> {
            var stock = "/merchants/%d/stock?product=%d".formatted(merchant.id().value(), PRODUCT);
            assertThat(node.operator().all(stock, 1_000)).hasSize(ENTRIES);
        });

        assertThat(read).isBetween((long) COLOURS, COLOURS * 3L);
    }

    @Test
    void newColoursAreLookedForOnce() {
        int product = merchant.product();
        long read = readBy(node -> {
            var reply = merchant.postTo(node.baseUrl(), "/Stock/Creat", TestMerchant.JSON, allEntriesOf(product));
            assertThat(reply.success()).as(reply.text()).isTrue();
        });

        assertThat(read).isLessThan(COLOURS * 2L);
    }

    private static String allEntriesOf(int product) {
        var sizes = IntStream.rangeClosed(1, SIZES)
                .mapToObj("{\"size\":%d,\"stock\":1}"::formatted)
                .collect(joining(","));
        return IntStream.rangeClosed(1, COLOURS)
                .mapToObj(colour ->
                        "{\"pid\":%d,\"color\":\"colour %d\",\"param\":[%s]}".formatted(product, colour, sizes))
                .collect(joining(",", "[", "]"));
    }

    private static void call(Platform node, String path, String parameter) {
        for (int call = 0; call < CALLS; call++) {
            var reply = merchant.postTo(node.baseUrl(), path, TestMerchant.FORM, parameter + PRODUCT);
            assertThat(reply.success()).as(reply.text()).isTrue();
        }
    }

    /// Uses its own node: the database counts a connection's reads when it is closed, at the latest.
    private static long readBy(Consumer<Platform> calls) {
        long before = rowsRead();
        var others = backends();
        Set<String> its;
        try (var node = Platform.on(platform)) {
            calls.accept(node);
            its = backends();
            its.removeAll(others);
        }
        await().atMost(60, SECONDS).until(() -> Collections.disjoint(backends(), its));
        return rowsRead() - before;
    }

    private static Set<String> backends() {
        var pids = platform.query("SELECT string_agg(pid::text, ',') FROM pg_stat_activity"
                + " WHERE datname = current_database() AND backend_type = 'client backend'");
        return new HashSet<>(Set.of(pids.split(",", -1)));
    }

    private static long rowsRead() {
        return Long.parseLong(platform.query("""
                SELECT sum(idx_tup_read) + (SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'stock')
                FROM pg_stat_user_indexes WHERE relname = 'stock'
                """));
    }

    /// Adds 1,000 merchants with 10 products each, and one with 10,000 products of one colour and size.
    private static void fillOtherMerchants() {
        platform.execute("""
                SET session_replication_role = replica;
                INSERT INTO merchant (merchant_id, store_url, store_name)
                SELECT 1000000 + n, 'u', 'n' FROM generate_series(1, 1000) n;
                INSERT INTO product (merchant_id, product_id, art_no, title, description, price, images, has_stock)
                SELECT 1000000 + n / 10, 1000000 + n, 'A-' || n, 't', '', 1, '{x}', true FROM generate_series(10, 10009) n;
                INSERT INTO stock (merchant_id, product_id, colour_no, colour, sizes, quantities, updated_at)
                SELECT merchant_id, product_id, 1, 'red', '{36,37,38,39,40}', '{1,1,1,1,1}', now() FROM product;

                INSERT INTO product (merchant_id, product_id, art_no, title, description, price, images, has_stock)
                SELECT %1$d, 3000000 + n, 'A-' || n, 't', '', 1, '{x}', true FROM generate_series(1, %2$d) n;
                INSERT INTO stock (merchant_id, product_id, colour_no, colour, sizes, quantities, updated_at)
                SELECT %1$d, 3000000 + n, 1, 'red', '{38}', '{1}', now() FROM generate_series(1, %2$d) n
                """.formatted(large.id().value(), PRODUCTS_OF_THE_LARGE));
    }

    private static void fillOneProduct() {
        platform.execute("""
                INSERT INTO product (merchant_id, product_id, art_no, title, description, price, images, has_stock)
                VALUES (%1$d, %2$d, 'A', 't', '', 1, '{x}', true);
                INSERT INTO product_owner (merchant_id, product_id) VALUES (%1$d, %2$d);
                INSERT INTO product_block (merchant_id, first_id, total, with_stock) VALUES (%1$d, %2$d, 1, 1);
                INSERT INTO stock (merchant_id, product_id, colour_no, colour, sizes, quantities, updated_at)
                SELECT %1$d, %2$d, colour, 'colour ' || colour, array_agg(size), array_agg(1), now()
                FROM generate_series(1, %3$d) colour, generate_series(1, %4$d) size GROUP BY colour
                """.formatted(merchant.id().value(), PRODUCT, COLOURS, SIZES));
    }
}
