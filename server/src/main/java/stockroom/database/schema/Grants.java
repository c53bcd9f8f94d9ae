package stockroom.database.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Grants the serving role what it needs in another role's schema. That role may only add to the audit log and
/// never change rows of the ledger.
final class Grants {
    private static final Logger LOG = LoggerFactory.getLogger(Grants.class);

    /// Partitions need no grants, because their rows are reached through the parent.
    private static final String OF_TABLES = """
            SELECT format('GRANT %s ON TABLE %I TO %I', string_agg(wanted, ', '), t.relname, r.role)
            FROM (SELECT ? AS role, ?::boolean AS again) r
            CROSS JOIN pg_class t
            CROSS JOIN LATERAL unnest(CASE t.relname
                WHEN 'audit_entry' THEN '{SELECT,INSERT}'
                WHEN 'stock_push' THEN '{SELECT,INSERT,DELETE}'
                WHEN 'stock_change' THEN '{SELECT,INSERT,DELETE}'
                WHEN 'ledger' THEN '{SELECT}'
                ELSE '{SELECT,INSERT,UPDATE,DELETE}' END::text[]) wanted
            WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition
              AND t.relname <> 'flyway_schema_history' AND pg_get_userbyid(t.relowner) = current_user
              AND (r.again OR NOT has_table_privilege(r.role, t.oid, wanted))
            GROUP BY t.relname, r.role
            """;

    /// USAGE allows drawing numbers but not setting them back.
    private static final String OF_SEQUENCES = """
            SELECT format('GRANT USAGE ON SEQUENCE %I TO %I', s.relname, r.role)
            FROM (SELECT ? AS role, ?::boolean AS again) r
            CROSS JOIN pg_sequence q
            JOIN pg_class s ON s.oid = q.seqrelid
            WHERE s.relnamespace = 'public'::regnamespace AND pg_get_userbyid(s.relowner) = current_user
              AND (r.again OR NOT has_sequence_privilege(r.role, q.seqrelid, 'USAGE'))
            """;

    /// Only functions that run as their owner need a grant. Anyone may call the others.
    private static final String OF_FUNCTIONS = """
            SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', f.oid::regprocedure, r.role)
            FROM (SELECT ? AS role, ?::boolean AS again) r
            CROSS JOIN pg_proc f
            WHERE f.pronamespace = 'public'::regnamespace AND f.prosecdef
              AND pg_get_userbyid(f.proowner) = current_user
              AND (r.again OR NOT has_function_privilege(r.role, f.oid, 'EXECUTE'))
            """;

    /// Concurrent grants would fail.
    private static final String ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtext('stockroom grants'))";

    /// One transaction grants reference tables and tables that refer to them, so a cluster needs this.
    private static final String NODE_BY_NODE = "SET LOCAL citus.multi_shard_modify_mode = 'sequential'";

    private Grants() {}

    /// Grants missing rights. With `again`, it repeats existing ones, which nodes of a cluster may lack.
    static void run(Connection owner, String role, boolean again) throws SQLException {
        owner.setAutoCommit(false);
        try (var statement = owner.createStatement()) {
            statement.execute(NODE_BY_NODE);
            statement.execute(ONE_AT_A_TIME);
            int granted = 0;
            for (var missing : List.of(OF_TABLES, OF_SEQUENCES, OF_FUNCTIONS)) {
                for (var grant : statements(owner, missing, role, again)) {
                    statement.execute(grant);
                    granted++;
                }
            }
            owner.commit();
            if (granted > 0) {
                LOG.info("granted role {} the use of {} tables, sequences and functions", role, granted);
            }
        }
    }

    private static List<String> statements(Connection owner, String sql, String role, boolean again)
            throws SQLException {
        try (var query = owner.prepareStatement(sql)) {
            query.setString(1, role);
            query.setBoolean(2, again);
            try (var rows = query.executeQuery()) {
                var found = new ArrayList<String>();
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
                return found;
            }
        }
    }
}
