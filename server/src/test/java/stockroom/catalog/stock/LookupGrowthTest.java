package stockroom.catalog.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// Item numbers and bar codes are looked up one by one, however much the merchant has. Most merchants here have a
/// single product, and after five calls the database plans for the average merchant.
@Tag("slow")
class LookupGrowthTest {
    private static final int PRODUCTS = 20_000;
    private static final int CALLS = 10;
    private static final int LOOKED_UP = 3;

    @Test
    void whatALookupReadsDoesNotGrowWithTheMerchant() throws SQLException {
        try (var platform = Platform.start(Map.of())) {
            var merchant = platform.merchant();
            fill(platform, merchant);
            var address = platform.address();
            try (var connection = DriverManager.getConnection(address.url(), address.user(), address.password())) {
                long id = merchant.id().value();
                assertThat(readBy(connection, ArtNoStore.PRODUCTS, statement -> statement.setLong(2, id)))
                        .isLessThan(CALLS * LOOKED_UP * 10L);
                assertThat(readBy(connection, BarCodeStore.PRODUCTS, statement -> {
                            statement.setLong(2, id);
                            statement.setInt(3, 100);
                            statement.setLong(4, id);
                        }))
                        .isLessThan(CALLS * LOOKED_UP * 10L);
                assertThat(readBy(connection, """
                                SELECT outcome FROM refuse_art_nos(%d, %d, %d, 0, false, ?, '{2000001,2000002,2000003}', '{}',
                                                                   NULL, NULL, NULL, NULL)
                                """.formatted(id, merchant.account(), merchant.appid()), _ -> {}))
                        .isLessThan(CALLS * LOOKED_UP * 10L);
            }
        }
    }

    private interface Values {
        void set(PreparedStatement statement) throws SQLException;
    }

    private static long readBy(Connection connection, String sql, Values values) throws SQLException {
        long before = rowsRead(connection);
        try (var statement = connection.prepareStatement(sql)) {
            for (int call = 1; call <= CALLS; call++) {
                statement.setArray(1, connection.createArrayOf("text", new Object[] {"A-1", "A-2", "A-3"}));
                values.set(statement);
                try (var rows = statement.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                }
            }
        }
        return rowsRead(connection) - before;
    }

    private static void fill(Platform platform, TestMerchant merchant) {
        for (var table : new String[] {"product", "product_bar_code"}) {
            platform.execute("ALTER TABLE %s SET (autovacuum_enabled = off)".formatted(table));
        }
        platform.execute("""
                INSERT INTO merchant (merchant_id, store_url, store_name) SELECT 1000000 + n, 'u', 'n' FROM generate_series(1, %1$d) n;
                INSERT INTO product (merchant_id, product_id, art_no, title, description, price, images)
                SELECT 1000000 + n, 1000000 + n, 'A', 't', '', 1, '{x}' FROM generate_series(1, %1$d) n;
                INSERT INTO product (merchant_id, product_id, art_no, title, description, price, images)
                SELECT %2$d, 2000000 + n, 'A-' || n, 't', '', 1, '{x}' FROM generate_series(1, %1$d) n;
                INSERT INTO product_bar_code (merchant_id, bar_code, product_id) SELECT merchant_id, art_no, product_id FROM product;
                ANALYZE
                """.formatted(PRODUCTS, merchant.id().value()));
    }

    private static long rowsRead(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("SELECT pg_stat_force_next_flush()");
            try (var rows = statement.executeQuery("""
                    SELECT (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname IN ('product', 'product_bar_code'))
                         + (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname IN ('product', 'product_bar_code'))
                    """)) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }
}
