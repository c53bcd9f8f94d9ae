package stockroom.catalog.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

@Tag("slow")
class CreateGrowthTest {
    private static final int PRODUCTS = 20_000;
    private static final int CALLS = 10;

    /// After five calls the database uses a plan for the average merchant, who has few products.
    @Test
    void productsAndColoursAreLookedUpOneByOneHoweverManyThereAre() throws SQLException {
        try (var platform = Platform.start(Map.of())) {
            var merchant = platform.merchant();
            for (var table : new String[] {"product", "stock"}) {
                platform.execute("ALTER TABLE %s SET (autovacuum_enabled = off)".formatted(table));
            }
            fillSmallMerchants(platform);
            fill(platform, merchant);
            platform.execute("ANALYZE");
            var address = platform.address();
            try (var connection = DriverManager.getConnection(address.url(), address.user(), address.password())) {
                long before = rowsRead(connection);
                create(connection, merchant);
                assertThat(rowsRead(connection) - before).isLessThan(PRODUCTS / 2);
            }
        }
    }

    private static void create(Connection connection, TestMerchant merchant) throws SQLException {
        try (var create =
                connection.prepareStatement("""
                SELECT outcome FROM create_stock(%1$d, (SELECT account_id FROM account WHERE merchant_id = %1$d LIMIT 1),
                    (SELECT application_id FROM application LIMIT 1), 0, false, ?, NULL, ?, '{1,3}', '{2,3}', '{38,39,40}', '{1,2,3}',
                    '{NULL,NULL}', NULL, NULL, 300, 9999, NULL, NULL, NULL, NULL)
                """.formatted(merchant.id().value()))) {
            for (int call = 1; call <= CALLS; call++) {
                create.setArray(1, connection.createArrayOf("int4", new Object[] {2_000_000 + call, 2_000_100 + call}));
                create.setArray(2, connection.createArrayOf("text", new Object[] {"red", "new"}));
                try (var rows = create.executeQuery()) {
                    rows.next();
                    assertThat(rows.getString("outcome")).isEqualTo("created");
                }
            }
        }
    }

    private static void fillSmallMerchants(Platform platform) {
        platform.execute("""
                INSERT INTO merchant (merchant_id, store_url, store_name) SELECT 1000000 + n, 'u', 'n' FROM generate_series(1, %1$d) n;
                INSERT INTO product (merchant_id, product_id, art_no, title, description, price, images)
                SELECT 1000000 + n, 1000000 + n, 'A', 't', '', 1, '{x}' FROM generate_series(1, %1$d) n;
                INSERT INTO stock (merchant_id, product_id, colour_no, colour, sizes, quantities, updated_at)
                SELECT 1000000 + n, 1000000 + n, 1, 'red', '{38}', '{0}', now() FROM generate_series(1, %1$d) n
                """.formatted(PRODUCTS));
    }

    private static void fill(Platform platform, TestMerchant merchant) {
        platform.execute("""
                INSERT INTO product (merchant_id, product_id, art_no, title, description, price, images)
                SELECT %1$d, 2000000 + n, 'A-' || n, 't', '', 1, '{x}' FROM generate_series(1, %2$d) n;
                INSERT INTO product_block (merchant_id, first_id, total) VALUES (%1$d, 2000001, %2$d);
                INSERT INTO stock (merchant_id, product_id, colour_no, colour, sizes, quantities, updated_at)
                SELECT %1$d, 2000000 + n, 1, 'red', '{38}', '{0}', now() FROM generate_series(1, %2$d) n
                """.formatted(merchant.id().value(), PRODUCTS));
    }

    /// Returns the database's count so far, including this connection's own reads.
    private static long rowsRead(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("SELECT pg_stat_force_next_flush()");
            try (var rows = statement.executeQuery("""
                    SELECT (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname IN ('product', 'stock'))
                         + (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname IN ('product', 'stock'))
                    """)) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }
}
