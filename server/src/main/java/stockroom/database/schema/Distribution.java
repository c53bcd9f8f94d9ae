package stockroom.database.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.database.DatabaseAddress;

/// Spreads the tables over the nodes of a Citus cluster, by merchant (docs/decisions/0002). What is spread already
/// stays as it is, so that it can be run again after each migration.
public final class Distribution {
    private static final Logger LOG = LoggerFactory.getLogger(Distribution.class);

    /// Read before the merchant is known, or of all merchants: a copy on every node.
    private static final List<String> REFERENCE_TABLES =
            List.of("application", "application_secret", "access_token", "suspended_merchant", "own_limit", "ledger");

    private static final String HAS_CITUS = "SELECT extname FROM pg_extension WHERE extname = 'citus'";

    private static final String IS_DISTRIBUTED =
            "SELECT logicalrelid::text FROM pg_dist_partition WHERE logicalrelid = ?::regclass";

    /// Tables whose primary key begins with the merchant, each after those that it refers to.
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

    /// Functions that run as a whole where their merchant's rows are.
    private static final String MERCHANT_FUNCTIONS = """
            SELECT p.oid::regprocedure::text FROM pg_proc p
            WHERE p.pronamespace = 'public'::regnamespace AND 'p_merchant' = ANY (p.proargnames)
              AND NOT EXISTS (SELECT FROM pg_catalog.pg_dist_object o
                              WHERE o.objid = p.oid AND o.distribution_argument_index IS NOT NULL)
            """;

    /// Those that they call: every node must have them.
    private static final String OTHER_FUNCTIONS = """
            SELECT p.oid::regprocedure::text FROM pg_proc p
            WHERE p.pronamespace = 'public'::regnamespace AND NOT 'p_merchant' = ANY (coalesce(p.proargnames, '{}'))
              AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
              AND NOT EXISTS (SELECT FROM pg_catalog.pg_dist_object o WHERE o.objid = p.oid)
            """;

    /// Citus copies a function to a node without its REVOKE, also to one that is added later.
    private static final String NOT_FOR_EVERYONE = """
            SELECT p.oid::regprocedure::text FROM pg_proc p
            WHERE p.pronamespace = 'public'::regnamespace AND p.proacl IS NOT NULL
              AND NOT EXISTS (SELECT FROM aclexplode(p.proacl) granted WHERE granted.grantee = 0)
            """;

    /// A node of Citus 13.2 that keeps the plan of a statement for all values plans it anew for its shard all the same,
    /// and never frees that plan: a busy connection grows by 100 MB a second (docs/decisions/0024).
    private static final String PLAN_FOR_EACH_EXECUTION = """
            DO $$BEGIN
                EXECUTE format('ALTER DATABASE %I SET plan_cache_mode = force_custom_plan', current_database());
            END$$
            """;

    private static final String NODES = "SELECT nodename || ':' || nodeport FROM pg_dist_node ORDER BY groupid";

    /// Without the months of the ledger, which are parts of tables.
    private static final String DISTRIBUTED = """
            SELECT c.relname FROM pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid
            WHERE NOT c.relispartition
            """;

    private final Connection connection;

    /// What was spread; nothing where all was spread before.
    ///
    /// @param nodes that have all of it now, as `host:port`
    public record Spread(int tables, int functions, List<String> nodes) {}

    private Distribution(Connection connection) {
        this.connection = connection;
    }

    /// Distributes what is not, as the owner of the schema.
    ///
    /// @param runtime the role that serves, perhaps the same
    /// @throws IllegalStateException when the database is no cluster
    public static Spread run(DatabaseAddress owner, String runtime) {
        // no time-out of a statement: rows that are there are moved
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
        // whose a product is, where only its id is known
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

    /// Citus passes it on.
    private void onEveryNode(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void distribute(String table, String how) throws SQLException {
        if (texts(IS_DISTRIBUTED, table).isEmpty()) {
            texts(how, table);
            LOG.info("distributed {}", table);
        }
    }

    /// The first column of all rows.
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
