package stockroom.catalog.stock;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.DriverManager;
import java.util.concurrent.Executors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.testing.platform.Platform;

/// A product loses its item number to another one while a write by that number waits for locks.
class ArtNoRaceTest {
    private final Platform platform = Platform.shared();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT delete_product(%d, %d, 'test', '0123456789abcdef')",
                "UPDATE product SET art_no = 'former' WHERE merchant_id = %d AND product_id = %d"
            })
    void theWriteGoesToTheProductThatHasTheNumberInTheEnd(String change) throws Exception {
        var merchant = platform.merchant();
        int old = merchant.product();
        int next = merchant.product();
        merchant.withStock(old, "red", 38, 1).withStock(next, "red", 38, 1);
        var artNo = platform.query("SELECT art_no FROM product WHERE product_id = " + old);
        var address = platform.address();
        try (var others = Executors.newVirtualThreadPerTaskExecutor();
                var connection = DriverManager.getConnection(address.url(), address.user(), address.password());
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(change.formatted(merchant.id().value(), old));
            statement.execute("UPDATE product SET art_no = '%s' WHERE merchant_id = %d AND product_id = %d"
                    .formatted(artNo, merchant.id().value(), next));
            var write = others.submit(() -> merchant.createStock(
                    "[{\"artNo\":\"%s\",\"color\":\"red\",\"param\":[{\"size\":38,\"stock\":5}]}]".formatted(artNo),
                    "key"));
            await().atMost(60, SECONDS)
                    .until(() -> platform.query("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                    + " AND datname = current_database() AND query LIKE '%create_stock%'")
                            .equals("1"));
            connection.commit();

            var written = write.get(60, SECONDS);
            assertThat(written.success()).as(written.text()).isTrue();
            assertThat(merchant.stockList(next).json().at("/data/0/stock").asInt())
                    .isEqualTo(5);
            assertThat(merchant.stockList(old).json().at("/data/0/stock").asInt(1))
                    .isEqualTo(1);
        }
    }
}
