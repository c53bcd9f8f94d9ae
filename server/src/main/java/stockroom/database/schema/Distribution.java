package stockroom.database.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.database.DatabaseAddress;

/// Distributes the tables over a Citus cluster by merchant (docs/decisions/0002). Repeat it after each migration.
public final class Distribution {
    private static final Logger LOG = LoggerFactory.getLogger(Distribution.class);

    /// These tables are read before the merchant is known or for all merchants, so every node gets a copy.
    private static final List<String> REFERENCE_TABLES =
            List.of("application", "application_secret", "access_token", "suspended_merchant", "own_limit", "ledger");

    private static final String HAS_CITUS = "SELECT extname FROM pg_extension WHERE extname = 'citus'";

    private static final String IS_DISTRIBUTED =
            "SELECT logicalrelid::text FROM pg_dist_partition WHERE logicalrelid = ?::regclass";

    /// Finds tables whose primary key begins with the merchant, after the tables that they refer to.
    private static final String MERCHANT_TABLES = """
            WITH RECURSIVE keyed AS (
                SELECT c.oid, c.relname FROM pg_index i
                JOIN pg_class c ON c.oid = i.indrelid
                JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
                WHERE i.indisprimary AND a.attname = 'merchant_id' AND c.relnamespace = 'public'::regnamespace
                  AND NOT c.relispartition AND c.relname NOT IN ('suspended_merchant', 'own_limit')),
            depth AS (
                SELECT oid, relname, 0 AS steps FROM keyed
                UNION
                SELECT k.oid, k.relname, d.steps + 1 FROM depth d
                JOIN pg_constraint f ON f.confrelid = d.oid AND f.contype = 'f' AND f.conrelid <> d.oid
                JOIN keyed k ON k.oid = f.conrelid)
            SELECT relname FROM depth GROUP BY relname ORDER BY max(steps), relname <> 'merchant', relname
            """;

    /// These functions run where their merchant's rows are.
    private static final String MERCHANT_FUNCTIONS = """
            SELECT p.oid::regprocedure::text FROM pg_proc p
            WHERE p.pronamespace = 'public'::regnamespace AND 'p_merchant' = ANY (p.proargnames)
              AND NOT EXISTS (SELECT FROM pg_catalog.pg_dist_object o
                              WHERE o.objid = p.oid AND o.distribution_argument_index IS NOT NULL)
            """;

    /// The functions above call these, so every node needs them.
    private static final String OTHER_FUNCTIONS = """
            SELECT p.oid::regprocedure::text FROM pg_proc p
            WHERE p.pronamespace = 'public'::regnamespace AND NOT 'p_merchant' = ANY (coalesce(p.proargnames, '{}'))
              AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
              AND NOT EXISTS (SELECT FROM pg_catalog.pg_dist_object o WHERE o.objid = p.oid)
            """;

    /// Citus copies functions to nodes without their REVOKE, including to nodes added later.
    private static final String NOT_FOR_EVERYONE = """
            SELECT p.oid::regprocedure::text FROM pg_proc p
            WHERE p.pronamespace = 'public'::regnamespace AND p.proacl IS NOT NULL
              AND NOT EXISTS (SELECT FROM aclexplode(p.proacl) granted WHERE granted.grantee = 0)
            """;

    /// Forces custom plans: a Citus 13.2 node replans a generic plan for its shard and never frees the result, so
    /// a busy connection grows by 100 MB a second (docs/decisions/0024).
    private static final String PLAN_FOR_EACH_EXECUTION = """
            DO $$BEGIN
                EXECUTE format('ALTER DATABASE %I SET plan_cache_mode = force_custom_plan', current_database());
            END$$
            """;

    private static final String NODES = "SELECT nodename || ':' || nodeport FROM pg_dist_node ORDER BY groupid";

    private static final String DISTRIBUTED = """
            SELECT c.relname FROM pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid
            WHERE NOT c.relispartition
            """;

    private final Connection connection;

    /// Counts what was newly distributed. `nodes` has all nodes as `host:port`.
    public record Spread(int tables, int functions, List<String> nodes) {}

    private Distribution(Connection connection) {
        this.connection = connection;
    }

    /// Distributes what is not distributed yet.
    ///
    /// @param runtime the serving role, which may be the owner
    /// @throws IllegalStateException if the database is not a cluster
    public static Spread run(DatabaseAddress owner, String runtime) {
        // No statement time-out applies, because existing rows are moved.
        try (var connection = owner.connect()) {
            var spread = new Distribution(connection).distribute();
            if (!runtime.equals(owner.user())) {
                Grants.run(connection, runtime, true);
            }
            return spread;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Spread distribute() throws SQLException {
        if (texts(HAS_CITUS).isEmpty()) {
            throw new IllegalStateException("the database is no Citus cluster"
                    + " (expected: CREATE EXTENSION citus on every node, and citus_add_node for each worker)");
        }
        int before = texts(DISTRIBUTED).size();
        for (var table : REFERENCE_TABLES) {
            distribute(table, "SELECT create_reference_table(?)");
        }
        for (var table : texts(MERCHANT_TABLES)) {
            distribute(
                    table,
                    table.equals("merchant")
                            ? "SELECT create_distributed_table(?, 'merchant_id')"
                            : "SELECT create_distributed_table(?, 'merchant_id', colocate_with => 'merchant')");
        }
        // This table is read by product id alone.
        distribute("product_owner", "SELECT create_distributed_table(?, 'product_id', colocate_with => 'none')");
        onEveryNode(PLAN_FOR_EACH_EXECUTION);
        var others = texts(OTHER_FUNCTIONS);
        for (var function : others) {
            texts("SELECT create_distributed_function(?::regprocedure)", function);
        }
        var ofMerchants = texts(MERCHANT_FUNCTIONS);
        for (var function : ofMerchants) {
            texts(
                    "SELECT create_distributed_function(?::regprocedure, 'p_merchant', colocate_with => 'merchant')",
                    function);
        }
        for (var function : texts(NOT_FOR_EVERYONE)) {
            onEveryNode("REVOKE ALL ON FUNCTION %s FROM PUBLIC".formatted(function));
        }
        return new Spread(texts(DISTRIBUTED).size() - before, others.size() + ofMerchants.size(), texts(NODES));
    }

    private void onEveryNode(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void distribute(String table, String how) throws SQLException {
        if (texts(IS_DISTRIBUTED, table).isEmpty()) {
            texts(how, table);
            LOG.info("distributed table {}", table);
        }
    }

    private List<String> texts(String sql, String... parameters) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (var rows = statement.executeQuery()) {
                var texts = new ArrayList<String>();
                while (rows.next()) {
                    texts.add(rows.getString(1));
                }
                return texts;
            }
        }
    }
}
