package stockroom.database.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import stockroom.database.DatabaseAddress;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.platform.Platform;

/// Tries what the serving role must not do, on every object of the catalog; on a cluster, on every node.
@Tag("also-on-citus")
@Tag("contract")
class RolesTest {
    private static final String NOT_ALLOWED = "42501";
    /// Citus refuses some changes before it checks the role, and workers lack some of the coordinator's tables.
    private static final Pattern REFUSED = Pattern.compile(
            TestDatabase.isCluster()
                    ? "(42501|42P01|XX000 ERROR: (operation is not allowed on this node|Altering a distributed sequence)).*"
                    : "42501.*",
            Pattern.DOTALL);

    private static final Platform platform = Platform.shared();
    private static final DatabaseAddress runtime =
            new DatabaseAddress(platform.address().url(), TestDatabase.RUNTIME, "");

    /// Statements that would change each table, view, sequence, index, function and trigger.
    private static final String CHANGES = """
            SELECT format(change, CASE WHEN c.relkind = 'v' THEN 'VIEW' ELSE 'TABLE' END, c.oid::regclass)
            FROM pg_class c
            CROSS JOIN unnest(ARRAY[
                'DROP %1$s %2$s CASCADE', 'ALTER %1$s %2$s RENAME TO other', 'ALTER %1$s %2$s OWNER TO stockroom',
                'COMMENT ON %1$s %2$s IS NULL']) change
            WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
            UNION ALL
            SELECT format(change, c.oid::regclass, (SELECT attname FROM pg_attribute
                                                    WHERE attrelid = c.oid AND attnum = 1))
            FROM pg_class c
            CROSS JOIN unnest(ARRAY[
                'TRUNCATE %1$s CASCADE', 'ALTER TABLE %1$s ADD COLUMN mine text', 'ALTER TABLE %1$s DROP COLUMN %2$s',
                'ALTER TABLE %1$s DISABLE TRIGGER USER', 'ALTER TABLE %1$s ENABLE ROW LEVEL SECURITY',
                'CREATE INDEX ON %1$s (%2$s)', 'CREATE RULE nothing AS ON INSERT TO %1$s DO INSTEAD NOTHING',
                'CREATE TRIGGER mine BEFORE INSERT ON %1$s FOR EACH ROW EXECUTE FUNCTION audit_is_append_only()'])
                change
            WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
            UNION ALL
            SELECT format(change, c.oid::regclass) FROM pg_class c
            CROSS JOIN unnest(ARRAY['DROP SEQUENCE %s CASCADE', 'ALTER SEQUENCE %s RESTART', 'SELECT setval(''%s'', 1)'])
                change
            WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'S'
            UNION ALL
            SELECT format('DROP INDEX %s', c.oid::regclass) FROM pg_class c
            WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('i', 'I')
            UNION ALL
            SELECT format(change, p.oid::regprocedure) FROM pg_proc p
            CROSS JOIN unnest(ARRAY[
                'ALTER FUNCTION %s RENAME TO other', 'ALTER FUNCTION %s SECURITY INVOKER',
                'ALTER FUNCTION %s RESET search_path']) change
            WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
            UNION ALL
            SELECT format('DROP ROUTINE %s CASCADE', p.oid::regprocedure) FROM pg_proc p
            WHERE p.pronamespace = 'public'::regnamespace
            UNION ALL
            SELECT format(change, t.tgname, t.tgrelid::regclass) FROM pg_trigger t
            JOIN pg_class c ON c.oid = t.tgrelid AND c.relnamespace = 'public'::regnamespace
            CROSS JOIN unnest(ARRAY[
                'DROP TRIGGER %1$I ON %2$s', 'ALTER TRIGGER %1$I ON %2$s RENAME TO other',
                'ALTER TABLE %2$s DISABLE TRIGGER %1$I']) change
            WHERE NOT t.tgisinternal
            """;

    private static final String[] OTHERS = {
        "UPDATE audit_entry SET operator = 'nobody'",
        "DELETE FROM audit_entry",
        "INSERT INTO flyway_schema_history SELECT * FROM flyway_schema_history",
        "UPDATE stock_push SET entries = 0",
        "UPDATE stock_change SET after = before",
        "UPDATE ledger SET epoch = 1",
        "SET session_replication_role = replica",
        "SET ROLE stockroom_owner",
        "CREATE TABLE mine (id integer)",
        "CREATE TEMPORARY TABLE mine (id integer)",
        "CREATE SCHEMA mine",
        "CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
        "CREATE ROLE mine",
        "REASSIGN OWNED BY stockroom_owner TO stockroom",
        "COPY audit_entry TO PROGRAM 'cat'",
    };

    @TestFactory
    Stream<DynamicTest> theRoleThatServesChangesNoDefinitionAndNoRecord() {
        return nodes().map(node -> DynamicTest.dynamicTest(node.toString(), () -> {
            try (var connection = DriverManager.getConnection(node.url(), node.user(), node.password())) {
                connection.setAutoCommit(false);
                var changes = Stream.concat(TestDatabase.queryAll(node, CHANGES).stream(), Stream.of(OTHERS))
                        .toList();
                assertThat(changes).hasSizeGreaterThan(300);
                assertThat(changes)
                        .allSatisfy(change -> assertThat(refusal(connection, change))
                                .as(change)
                                .matches(REFUSED));
            }
        }));
    }

    private static String refusal(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
            return "";
        } catch (SQLException e) {
            return e.getSQLState() + " " + e.getMessage();
        } finally {
            connection.rollback();
        }
    }

    private static Stream<DatabaseAddress> nodes() {
        return TestDatabase.isCluster()
                ? platform.queryAll("SELECT nodename || ':' || nodeport FROM pg_dist_node").stream()
                        .map(node -> node.split(":", -1))
                        .map(node -> runtime.at(node[0], Integer.parseInt(node[1])))
                : Stream.of(runtime);
    }

    @Test
    void theRoleThatLooksOnReadsEveryTableAndWritesNone() throws SQLException {
        try (var connection = DriverManager.getConnection(platform.address().url(), TestDatabase.READ, "")) {
            connection.setAutoCommit(false);
            for (var table : platform.queryAll("""
                    SELECT oid::regclass FROM pg_class
                    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
                    """)) {
                assertThat(refusal(connection, "SELECT * FROM %s LIMIT 1".formatted(table)))
                        .as(table)
                        .isEmpty();
                for (var change : List.of("DELETE FROM %s", "INSERT INTO %s DEFAULT VALUES", "TRUNCATE %s")) {
                    assertThat(refusal(connection, change.formatted(table)))
                            .as(change.formatted(table))
                            .startsWith(NOT_ALLOWED);
                }
            }
        }
    }

    /// Their callers act as the owner.
    @Test
    void functionsThatRunAsTheirOwnerAreNotForEveryoneAndFindNothingOfTheCallers() {
        assertThat(platform.queryAll("""
                        SELECT array_to_string(proconfig, ' ') || ' ' || has_function_privilege('public', oid, 'EXECUTE')
                        FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace
                        """))
                .hasSizeGreaterThanOrEqualTo(2)
                .containsOnly("search_path=public, pg_temp false");
    }

    /// The other tests here hold only for this role.
    @Test
    void theServersOfTheTestsConnectAsThisRole() {
        assertThat(platform.queryAll("""
                        SELECT DISTINCT usename FROM pg_stat_activity
                        WHERE datname = current_database() AND application_name = 'stockroom'
                        """)).containsExactly(TestDatabase.RUNTIME);
        assertThat(platform.query("""
                        SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls
                        FROM pg_roles WHERE rolname = 'stockroom'
                        """)).isEqualTo("f");
    }
}
