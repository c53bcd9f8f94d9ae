package stockroom.database;

import static java.util.Map.entry;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

final class SchemaRules {

    static final Map<String, String> EXCEPTIONS = Map.ofEntries(
            entry("application", "reference table: read before the merchant is known"),
            entry("application_secret", "reference table: read before the merchant is known"),
            entry("access_token", "reference table: it is what says who the merchant is"),
            entry("suspended_merchant", "reference table: asked when only the token is known"),
            entry("own_limit", "reference table: read with the token"),
            entry("ledger", "reference table: holds for all merchants"),
            entry("product_owner", "distributed by product_id: it is what says whose a product is"),
            entry("clock_watch", "stays on the coordinator: of no merchant"),
            entry("suspect_interval", "stays on the coordinator: of no merchant"),
            entry("operator_key", "stays on the coordinator: operators are nobody's"),
            entry("audit_entry", "stays on the coordinator: read by operators alone"),
            entry("last_use", "stays on the coordinator: read by operators alone"),
            entry(
                    "store_url",
                    "stays on the coordinator: it is what says whose a storeUrl is, and operators alone ask"),
            entry("operator_request", "stays on the coordinator: operators are nobody's"),
            entry("failed_call", "stays on the coordinator: kept per application, read by operators alone"),
            entry("person", "stays on the coordinator: people may be of several merchants or of none"),
            entry("person_identity", "stays on the coordinator: of no merchant"),
            entry("membership", "stays on the coordinator: it is what says whose a person is"),
            entry("factor_rule", "stays on the coordinator: read with the memberships of a person"),
            entry("second_factor", "stays on the coordinator: of no merchant"),
            entry("recovery_code", "stays on the coordinator: of no merchant"),
            entry("known_browser", "stays on the coordinator: of no merchant"),
            entry("person_session", "stays on the coordinator: of no merchant"),
            entry("person_link", "stays on the coordinator: read before the person is known"),
            entry("flyway_schema_history", "Flyway's own, never read by a request"));

    private static final String TABLES = """
            SELECT c.relname FROM pg_class c
            WHERE c.relkind IN ('r', 'p', 'f', 'm') AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
            ORDER BY 1
            """;

    private static final String PRIMARY_KEYS = """
            SELECT c.relname, coalesce((
                SELECT string_agg(a.attname, ',' ORDER BY k.position)
                FROM pg_constraint p
                CROSS JOIN LATERAL unnest(p.conkey) WITH ORDINALITY AS k (number, position)
                JOIN pg_attribute a ON a.attrelid = p.conrelid AND a.attnum = k.number
                WHERE p.conrelid = c.oid AND p.contype = 'p'), '')
            FROM pg_class c
            WHERE c.relkind IN ('r', 'p', 'f', 'm') AND c.relnamespace = 'public'::regnamespace
            """;

    private static final String UNIQUE = """
            SELECT c.relname, i.relname, string_agg(coalesce(a.attname, 'expression'), ',')
            FROM pg_index x
            JOIN pg_class c ON c.oid = x.indrelid
            JOIN pg_class i ON i.oid = x.indexrelid
            CROSS JOIN LATERAL unnest(x.indkey[0:x.indnkeyatts - 1]) AS k (number)
            LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number AND k.number > 0
            WHERE x.indisunique AND c.relnamespace = 'public'::regnamespace
            GROUP BY 1, 2
            """;

    /// The foreign keys as pairs of columns, `from=to`.
    private static final String FOREIGN_KEYS = """
            SELECT c.relname, r.relname, f.conname, string_agg(a.attname || '=' || b.attname, ',')
            FROM pg_constraint f
            JOIN pg_class c ON c.oid = f.conrelid
            JOIN pg_class r ON r.oid = f.confrelid
            CROSS JOIN LATERAL unnest(f.conkey, f.confkey) AS k (own, other)
            JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.own
            JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = k.other
            WHERE f.contype = 'f' AND c.relnamespace = 'public'::regnamespace
            GROUP BY 1, 2, 3
            """;

    private static final String FUNCTIONS = """
            SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1
            """;

    private final DatabaseAddress address;

    SchemaRules(DatabaseAddress address) {
        this.address = address;
    }

    Set<String> businessTables() {
        var tables = new java.util.TreeSet<String>();
        rows(TABLES, 1).forEach(row -> tables.add(row.getFirst()));
        tables.removeAll(EXCEPTIONS.keySet());
        return tables;
    }

    List<List<String>> functions() {
        return rows(FUNCTIONS, 2);
    }

    List<String> violations() {
        var business = businessTables();
        var wrong = new ArrayList<String>();
        for (var key : rows(PRIMARY_KEYS, 2)) {
            if (business.contains(key.get(0)) && !(key.get(1) + ",").startsWith("merchant_id,")) {
                wrong.add("%s: primary key (%s) does not begin with merchant_id".formatted(key.get(0), key.get(1)));
            }
        }
        for (var unique : rows(UNIQUE, 3)) {
            if (business.contains(unique.get(0))
                    && !List.of(unique.get(2).split(",")).contains("merchant_id")) {
                wrong.add("%s: %s is unique without merchant_id".formatted(unique.get(0), unique.get(1)));
            }
        }
        for (var key : rows(FOREIGN_KEYS, 4)) {
            if (!business.contains(key.get(1))) {
                continue;
            }
            if (!business.contains(key.get(0))) {
                wrong.add("%s: %s points from a table that is not distributed by merchant to %s, which is"
                        .formatted(key.get(0), key.get(2), key.get(1)));
            } else if (!List.of(key.get(3).split(",")).contains("merchant_id=merchant_id")) {
                wrong.add("%s: foreign key %s lacks merchant_id".formatted(key.get(0), key.get(2)));
            }
        }
        return wrong;
    }

    private List<List<String>> rows(String sql, int columns) {
        try (var connection = DriverManager.getConnection(address.url(), address.user(), address.password());
                var statement = connection.createStatement();
                var results = statement.executeQuery(sql)) {
            var rows = new ArrayList<List<String>>();
            while (results.next()) {
                var row = new ArrayList<String>();
                for (int column = 1; column <= columns; column++) {
                    row.add(results.getString(column));
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
