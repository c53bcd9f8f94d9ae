package stockroom.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.StringEntry;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.Main;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.platform.Platform;

@Tag("slow")
class SchemaRulesTest {

    /// Statements without a merchant, and why.
    private static final Map<String, String> EXCEPTIONS = Map.of(
            "SELECT EXISTS (SELECT merchant_id FROM merchant)",
            "asked once, by an operator's command: whether there is any merchant at all",
            "INSERT INTO merchant (store_url, store_name, open_catalogue) VALUES (?, ?, ?)" + " RETURNING merchant_id",
            "makes the merchant: its id is drawn by this very statement",
            "SELECT m.merchant_id, m.store_url, m.store_name, m.open_catalogue, m.created_at,"
                    + " s.merchant_id IS NOT NULL AS suspended"
                    + " FROM merchant m LEFT JOIN suspended_merchant s ON s.merchant_id = m.merchant_id"
                    + " WHERE m.merchant_id > ? AND strpos(lower(m.store_url || ' ' || m.store_name), lower(?)) > 0"
                    + " AND CASE ? WHEN 'active' THEN s.merchant_id IS NULL"
                    + " WHEN 'suspended' THEN s.merchant_id IS NOT NULL ELSE true END"
                    + " ORDER BY m.merchant_id LIMIT ?",
            "the operator's list of all merchants, a page at a time",
            "SELECT merchant_id, last FROM push_counter WHERE merchant_id = ANY (:merchants)",
            "the poll for those who wait for changes, of all their merchants at once",
            "UPDATE push_counter SET base = CASE WHEN last = base THEN base + :step ELSE base END, last = last + :step",
            "once after a restore, of all merchants",
            "SELECT min(created_at) + interval '1 minute' FROM idempotency_key WHERE created_at < :before",
            "in the background, of all merchants",
            "SELECT merchant_id, store_id FROM bound_store WHERE (merchant_id, store_id) > (:merchant, :store)"
                    + " ORDER BY merchant_id, store_id LIMIT :rows",
            "in the background, the stores of all merchants, a page at a time",
            "DELETE FROM daily_usage WHERE day < ?::date - make_interval(months => ?)",
            "in the background, of all merchants",
            "DELETE FROM idempotency_key WHERE created_at < least(:until, :before)",
            "in the background, of all merchants");

    /// Functions without a merchant, or about tables only on the coordinator.
    private static final Set<String> OF_NO_MERCHANT = Set.of(
            "add_ledger_months",
            "drop_ledger_month",
            "ledger_bytes",
            "read_clocks",
            "trusted_time",
            "forget_audit_content");

    private static final Pattern FUNCTION = Pattern.compile("(?s)CREATE FUNCTION (\\w+).*?\\$\\$.*?\\$\\$;");

    private final Platform platform = Platform.shared();
    private final SchemaRules schema = new SchemaRules(platform.address());
    private final StatementRules statements = new StatementRules(schema.businessTables());

    @Test
    void everyBusinessTableIsKeyedByMerchantFirst() {
        assertThat(schema.businessTables())
                .contains("merchant", "product", "stock", "fetched_product", "create_turn", "daily_fetches")
                .doesNotContainAnyElementsOf(SchemaRules.EXCEPTIONS.keySet());
        assertThat(schema.violations()).isEmpty();
    }

    @Test
    void everyStatementOfTheServerNamesTheMerchant() throws Exception {
        var wrong = new TreeMap<String, List<String>>();
        var checked = new ArrayList<String>();
        for (var file : classes()) {
            for (var text : texts(file)) {
                var sql = text.strip().replaceAll("\\s+", " ");
                if (!StatementRules.isSql(sql) || EXCEPTIONS.containsKey(sql)) {
                    continue;
                }
                checked.add(sql);
                var violations = statements.violations(text);
                if (!violations.isEmpty()) {
                    wrong.put(file.getFileName() + ": " + sql, violations);
                }
            }
        }

        assertThat(checked)
                .anyMatch(sql -> sql.startsWith("SELECT colour, sizes"))
                .anyMatch(sql -> sql.contains("create_stock("))
                .anyMatch(sql -> sql.contains("list_products("))
                .hasSizeGreaterThan(15);
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyStatementOfTheFunctionsNamesTheMerchant() {
        var functions = schema.functions();
        var wrong = new TreeMap<String, List<String>>();
        for (var function : functions) {
            for (var statement : StatementRules.statements(function.get(1))) {
                var violations = statements.violations(statement);
                if (!violations.isEmpty()) {
                    wrong.put(function.get(0) + ": " + statement, violations);
                }
            }
        }

        assertThat(functions).extracting(List::getFirst).contains("create_stock", "fetch_product");
        assertThat(wrong).isEmpty();
    }

    @Test
    void noFunctionIsLongerThan80Lines() throws IOException {
        var lines = new TreeMap<String, Long>();
        try (var files = Files.list(Path.of("src/main/resources/db/migration"))) {
            for (var file : files.toList()) {
                FUNCTION.matcher(Files.readString(file))
                        .results()
                        .forEach(found ->
                                lines.put(found.group(1), found.group().lines().count()));
            }
        }

        assertThat(lines.keySet())
                .containsAll(schema.functions().stream()
                        .map(List::getFirst)
                        .filter(name -> !name.equals("concatenation"))
                        .toList());
        assertThat(lines)
                .allSatisfy((name, length) -> assertThat(length).as(name).isLessThanOrEqualTo(80));
    }

    /// The merchant is a condition of the statement or the argument by which the function is distributed.
    @Test
    void everyCallOfAFunctionSaysForWhichMerchant() throws Exception {
        var functions = schema.functions();
        var calls = new ArrayList<String>();
        for (var file : classes()) {
            for (var text : texts(file)) {
                for (var function : functions) {
                    if (text.contains(function.getFirst() + "(") && !OF_NO_MERCHANT.contains(function.getFirst())) {
                        calls.add(text);
                        assertThat(text).containsPattern("p_merchant => (:merchant|\\?)");
                    }
                }
            }
        }
        assertThat(calls).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void tablesThatBreakTheRulesAreFound() {
        var scratch = TestDatabase.fresh();
        TestDatabase.execute(scratch, """
                CREATE TABLE merchant (merchant_id bigint PRIMARY KEY);
                CREATE TABLE right_one (merchant_id bigint REFERENCES merchant, id bigint, PRIMARY KEY (merchant_id, id));
                CREATE TABLE keyless (merchant_id bigint);
                CREATE TABLE merchant_last (merchant_id bigint, id bigint, PRIMARY KEY (id, merchant_id));
                CREATE TABLE wrong_unique (merchant_id bigint PRIMARY KEY, name text UNIQUE);
                CREATE TABLE wrong_index (merchant_id bigint PRIMARY KEY, name text);
                CREATE UNIQUE INDEX by_name ON wrong_index (lower(name)) INCLUDE (merchant_id);
                CREATE TABLE wrong_reference (merchant_id bigint, id bigint UNIQUE, PRIMARY KEY (merchant_id, id));
                CREATE TABLE points_wrong (merchant_id bigint PRIMARY KEY, id bigint REFERENCES wrong_reference (id));
                CREATE TABLE access_token (hash bytea PRIMARY KEY, merchant_id bigint REFERENCES merchant);
                """);

        assertThat(new SchemaRules(scratch).violations())
                .containsExactlyInAnyOrder(
                        "keyless: primary key () does not begin with merchant_id",
                        "merchant_last: primary key (id,merchant_id) does not begin with merchant_id",
                        "wrong_unique: wrong_unique_name_key is unique without merchant_id",
                        "wrong_index: by_name is unique without merchant_id",
                        "wrong_reference: wrong_reference_id_key is unique without merchant_id",
                        "points_wrong: foreign key points_wrong_id_fkey lacks merchant_id",
                        "access_token: access_token_merchant_id_fkey points from a table that is not distributed by merchant"
                                + " to merchant, which is");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT title FROM product WHERE product_id = :product",
                "SELECT title FROM product p WHERE p.product_id = :product",
                "SELECT title FROM product WHERE product_id = :product -- AND merchant_id = :merchant",
                "SELECT title FROM product WHERE title = 'merchant_id = :merchant'",
                "SELECT 1 FROM product p JOIN stock s ON s.product_id = p.product_id WHERE p.merchant_id = :merchant",
                "SELECT 1 FROM product p JOIN stock s ON s.merchant_id = p.merchant_id",
                "SELECT 1 FROM product p, stock s WHERE p.merchant_id = :merchant AND s.merchant_id = :merchant",
                "SELECT 1 FROM product WHERE merchant_id = :merchant AND EXISTS (SELECT FROM stock WHERE colour = :colour)",
                "SELECT 1 FROM public.product WHERE merchant_id <> :merchant",
                "UPDATE product SET has_stock = true WHERE product_id = ANY (:products)",
                "DELETE FROM stock WHERE product_id = ?",
                "TRUNCATE product",
                "INSERT INTO stock (product_id, colour) VALUES (:product, :colour)",
                "INSERT INTO stock VALUES (:merchant, :product)",
                "INSERT INTO product_block AS kept (merchant_id, first_id) VALUES (:merchant, 1)"
                        + " ON CONFLICT (merchant_id, first_id) DO UPDATE SET updated_at = now()",
                "UPDATE access_token SET revoked_at = now() WHERE token_hash = :hash RETURNING expires_at < clock_timestamp()",
            })
    void statementsThatBreakTheRulesAreFound(String sql) {
        assertThat(StatementRules.isSql(sql)).isTrue();
        assertThat(statements.violations(sql)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT title FROM product WHERE merchant_id = :merchant AND product_id = :product FOR UPDATE",
                "SELECT 1 FROM product p JOIN stock s ON s.merchant_id = p.merchant_id WHERE p.merchant_id = ?",
                "SELECT name FROM application WHERE application_id = :application",
                "INSERT INTO stock (merchant_id, product_id, colour) VALUES (:merchant, :product, :colour)",
            })
    void statementsThatKeepTheRulesAreNot(String sql) {
        assertThat(statements.violations(sql)).isEmpty();
    }

    /// Returns all compiled classes of the server, because SQL may be outside of the stores.
    private static List<Path> classes() throws IOException, URISyntaxException {
        var root = Path.of(
                Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (var files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".class")).toList();
        }
    }

    private static List<String> texts(Path file) throws IOException {
        var texts = new ArrayList<String>();
        for (var entry : ClassFile.of().parse(file).constantPool()) {
            if (entry instanceof StringEntry text) {
                texts.add(text.stringValue());
            }
        }
        return texts;
    }
}
