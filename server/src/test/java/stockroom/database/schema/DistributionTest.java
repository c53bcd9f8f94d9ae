package stockroom.database.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.database.DatabaseAddress;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.platform.Platform;

@Tag("cluster")
class DistributionTest {
    private static final String DISTRIBUTED =
            "SELECT logicalrelid::text || ' ' || partmethod::text FROM pg_dist_partition ORDER BY 1";

    private final DatabaseAddress address = TestDatabase.fresh();

    @Test
    void aFilledDatabaseIsDistributedAndAgainAfterAMigration() {
        try (var platform = Platform.on(address, Map.of())) {
            var merchant = platform.merchant();
            int product = merchant.product();
            merchant.withStock(product, "red", 38, 5);
            var before = merchant.stockList(product).text();

            var first = Distribution.run(TestDatabase.owner(address), TestDatabase.RUNTIME);
            var distributed = distributed();
            var again = Distribution.run(TestDatabase.owner(address), TestDatabase.RUNTIME);

            assertThat(first.tables()).isGreaterThan(10);
            assertThat(first.functions()).isPositive();
            assertThat(first.nodes()).hasSize(3).allMatch(node -> node.startsWith("127.0.0.1:"));
            assertThat(again).isEqualTo(new Distribution.Spread(0, 0, first.nodes()));
            assertThat(distributed).contains("stock h", "access_token n").isEqualTo(distributed());
            assertThat(merchant.stockList(product).text()).isEqualTo(before);
            assertThat(TestDatabase.queryAll(
                            address, "SELECT result FROM run_command_on_all_nodes('SHOW plan_cache_mode')"))
                    .hasSize(3)
                    .containsOnly("force_custom_plan");

            assertThat(TestDatabase.queryAll(address, """
                            SELECT result FROM run_command_on_all_nodes(
                                'SELECT count(*) FROM pg_proc WHERE proname ~ ''ledger_month'' AND prosecdef
                                 AND NOT has_function_privilege(''public'', oid, ''execute'')')
                            """)).hasSize(3).containsOnly("2");

            TestDatabase.execute(TestDatabase.owner(address), """
                    CREATE TABLE later (merchant_id bigint PRIMARY KEY REFERENCES merchant);
                    CREATE FUNCTION later_too(p_merchant bigint) RETURNS bigint LANGUAGE sql AS 'SELECT p_merchant'
                    """);
            Distribution.run(TestDatabase.owner(address), TestDatabase.RUNTIME);

            assertThat(distributed()).contains("later h");
            assertThat(TestDatabase.query(
                            address,
                            "SELECT count(*) FROM pg_dist_object WHERE objid = 'later_too'::regproc"
                                    + " AND distribution_argument_index = 0"))
                    .isEqualTo("1");
        }
    }

    private List<String> distributed() {
        return TestDatabase.queryAll(address, DISTRIBUTED);
    }
}
