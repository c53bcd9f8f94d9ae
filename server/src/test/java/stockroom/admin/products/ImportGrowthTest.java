package stockroom.admin.products;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

@Tag("slow")
class ImportGrowthTest {
    private static final int PRODUCTS = 20_000;
    private static final int UPSERTS = 30;

    /// The planner assumes that the merchant has few products, as in every first import.
    @Test
    void productsAreLookedUpOneByOneHoweverManyThereAre() throws Exception {
        try (var platform = Platform.start(Map.of())) {
            platform.execute("ALTER TABLE product SET (autovacuum_enabled = off)");
            fill(platform, platform.merchant(), 1_000_000);
            platform.execute("ANALYZE product");
            var merchant = platform.merchant();
            fill(platform, merchant, 2_000_000);
            var operator = platform.operator();
            long before = productsRead(platform);

            for (int i = 0; i < UPSERTS; i++) {
                var reply = operator.postLines(
                        "/merchants/%d/products".formatted(merchant.id().value()),
                        "{\"artNo\":\"N-%d\",\"title\":\"t\",\"price\":1,\"images\":[\"x\"]}".formatted(i));
                assertThat(reply.json().path("created").asInt()).isEqualTo(1);
                // the database counts a connection's reads only about once a second
                Thread.sleep(100);
            }

            assertThat(productsRead(platform) - before).isLessThan(PRODUCTS);
        }
    }

    private static void fill(Platform platform, TestMerchant merchant, int firstId) {
        platform.execute("""
                INSERT INTO product (merchant_id, product_id, art_no, title, description, price, images)
                SELECT %d, %d + n, 'A-' || n, 't', '', 1, '{x}' FROM generate_series(1, %d) n
                """.formatted(merchant.id().value(), firstId, PRODUCTS));
    }

    private static long productsRead(Platform platform) {
        return Long.parseLong(platform.query("""
                SELECT sum(idx_tup_read) + (SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'product')
                FROM pg_stat_user_indexes WHERE relname = 'product'
                """));
    }
}
