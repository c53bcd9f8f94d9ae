package stockroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.database.Migrations;
import stockroom.testing.TestDatabase;

/// A database of an older version, with stock in it, becomes one of this version and keeps what it holds.
@Tag("slow")
class UpgradeTest {
    @Test
    void stockAtScaleComesToADatabaseThatHasStock() throws SQLException {
        var address = TestDatabase.fresh();
        Flyway.configure()
                .dataSource(address.url(), address.user(), address.password())
                .locations("classpath:db/migration")
                .target("2")
                .load()
                .migrate();
        try (var connection = DriverManager.getConnection(address.url(), address.user(), address.password())) {
            execute(connection, """
                    INSERT INTO merchant (merchant_id, store_url, store_name) VALUES (1, 'u', 'n');
                    INSERT INTO product (merchant_id, product_id, art_no, title, description, price, images, has_stock)
                    SELECT 1, n, 'A-' || n, 't', '', 1, '{x}', true FROM generate_series(1, 100) n;
                    INSERT INTO colour (merchant_id, product_id, colour_no, name)
                    SELECT 1, n, c, 'colour ' || c FROM generate_series(1, 100) n, generate_series(1, 3) c;
                    INSERT INTO stock_entry (merchant_id, product_id, colour_no, size, quantity, updated_at)
                    SELECT 1, product_id, colour_no, 38, 5, now() FROM colour
                    """);
            var before = entries(connection);

            Migrations.run(address);

            assertThat(entries(connection)).isEqualTo(before);
            assertThat(one(connection, "SELECT min(entries) || ' to ' || max(entries) FROM product"))
                    .isEqualTo("3 to 3");
            // known at once, not only after the next autovacuum
            assertThat(one(connection, "SELECT count(*) FROM pg_stats_ext WHERE dependencies IS NOT NULL"))
                    .isEqualTo("2");
            assertThatThrownBy(() -> execute(connection, """
                            INSERT INTO colour (merchant_id, product_id, colour_no, name) VALUES (1, 7, 4, 'colour 2')
                            """)).hasMessageContaining("colour_name_key");
        }
    }

    private static String entries(Connection connection) throws SQLException {
        return one(connection, """
                SELECT string_agg(concat_ws(' ', e.product_id, c.name, e.size, e.quantity, e.guid), ', '
                                  ORDER BY e.product_id, e.colour_no)
                FROM stock_entry e JOIN colour c USING (merchant_id, product_id, colour_no)
                """);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String one(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
