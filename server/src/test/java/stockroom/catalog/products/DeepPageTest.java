package stockroom.catalog.products;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

@Tag("slow")
@Tag("alone")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeepPageTest {
    private static final int PRODUCTS = 100_000;
    private static final int PER_PAGE = 20;
    private static final int CALLS = 100;

    private final Platform platform = Platform.start(Map.of());
    private final TestMerchant merchant = platform.merchant();

    enum Filter {
        ALL("", "true", PRODUCTS),
        WITH_STOCK("true", "has_stock", PRODUCTS / 3),
        WITHOUT_STOCK("false", "NOT has_stock", PRODUCTS - PRODUCTS / 3);

        final String stock;
        final String condition;
        final int products;

        Filter(String stock, String condition, int products) {
            this.stock = stock;
            this.condition = condition;
            this.products = products;
        }

        int pages() {
            return Math.ceilDiv(products, PER_PAGE);
        }
    }

    /// The ids have gaps, as with many merchants on one sequence; every third product has stock.
    @BeforeAll
    void addProducts() {
        long start = System.nanoTime();
        platform.execute("""
                SET session_replication_role = replica; -- so many checks of the same foreign key add nothing here
                INSERT INTO product (merchant_id, product_id, art_no, title, description, price, images, has_stock)
                SELECT %1$d, n * 3 + n %% 3, 'A' || n, 'Shoe ' || n, '<p>A shoe.</p>', 99.5,
                       ARRAY['https://pictures.example/' || n || '.jpg'], n %% 3 = 0
                FROM generate_series(1, %2$d) n;
                INSERT INTO product_owner (product_id, merchant_id)
                SELECT product_id, merchant_id FROM product;
                INSERT INTO product_block (merchant_id, first_id, total, with_stock)
                SELECT merchant_id, min(product_id), count(*), count(*) FILTER (WHERE has_stock)
                FROM (SELECT merchant_id, product_id, has_stock,
                             (row_number() OVER (ORDER BY product_id) - 1) / 1000 AS block FROM product) numbered
                GROUP BY merchant_id, block;
                """.formatted(merchant.id().value(), PRODUCTS));
        platform.execute("VACUUM ANALYZE product");
        platform.execute("ANALYZE product_owner");
        platform.execute("ANALYZE product_block");
        System.out.printf("%d products added in %d ms%n", PRODUCTS, millisSince(start));
    }

    @AfterAll
    void stop() {
        platform.close();
    }

    @ParameterizedTest
    @EnumSource(Filter.class)
    void theLastPageCostsWhatTheFirstOneCosts(Filter filter) {
        for (int i = 0; i < CALLS; i++) {
            page(filter, 1);
            page(filter, filter.pages());
        }
        var first = new ArrayList<Long>();
        var last = new ArrayList<Long>();
        for (int i = 0; i < CALLS; i++) {
            first.add(page(filter, 1).took().toNanos());
            last.add(page(filter, filter.pages()).took().toNanos());
        }

        System.out.printf(
                "%s: first page %.2f ms, last page %.2f ms (medians of %d)%n",
                filter, median(first) / 1e6, median(last) / 1e6, CALLS);
        assertThat(median(last)).isLessThanOrEqualTo(2 * median(first));
    }

    @ParameterizedTest
    @EnumSource(Filter.class)
    void anyPageIsWhatCountingFromTheFirstProductWouldGive(Filter filter) {
        var random = new Random(20);
        var pages = new ArrayList<>(List.of(1, 2, filter.pages() - 1, filter.pages()));
        random.ints(12, 1, filter.pages()).forEach(pages::add);

        for (int page : pages) {
            var answer = page(filter, page).json();
            assertThat(answer.path("totalPages").asInt()).isEqualTo(filter.pages());
            var ids = answer.path("data")
                    .valueStream()
                    .map(product -> product.path("id").asString())
                    .collect(Collectors.joining(","));
            assertThat(ids).as("%s, page %d", filter, page).isEqualTo(platform.query("""
                            SELECT string_agg(product_id::text, ',' ORDER BY product_id) FROM (
                                SELECT product_id FROM product WHERE merchant_id = %d AND %s
                                ORDER BY product_id OFFSET %d LIMIT %d) page
                            """.formatted(
                            merchant.id().value(), filter.condition, (page - 1) * PER_PAGE, PER_PAGE)));
        }
        var pastTheEnd = page(filter, filter.pages() + 1).json();
        assertThat(pastTheEnd.path("data").size()).isZero();
        assertThat(pastTheEnd.path("totalPages").asInt()).isEqualTo(filter.pages());
    }

    private Reply page(Filter filter, int page) {
        var reply = filter.stock.isEmpty()
                ? merchant.productList("page", page)
                : merchant.productList("page", page, "stock", filter.stock);
        assertThat(reply.status()).isEqualTo(200);
        return reply;
    }

    private static double median(List<Long> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }

    private static long millisSince(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }
}
