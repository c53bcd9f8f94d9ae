package stockroom.retention;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.admin.people.Grant;
import stockroom.admin.people.MembershipStore;
import stockroom.admin.people.Place;
import stockroom.admin.people.Role;
import stockroom.audit.Operator;
import stockroom.auth.TokenHash;
import stockroom.database.DatabaseAddress;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// A deleted merchant has no rows, other merchants have all of theirs, and the audit log records the deletion.
@Tag("also-on-citus")
@Tag("contract")
@Tag("slow")
class MerchantDeletionTest {
    private static final String MARKER = "marker7f3a";

    private static final String LOCK = "SELECT pg_advisory_lock(hashtext('stockroom merchant deletion'))";

    private static final Platform platform = Platform.start(Map.of());
    private static final Operators operator = platform.operator();

    @AfterAll
    static void stop() {
        platform.close();
    }

    /// Finds all tables with a merchant's id, including later ones.
    private static List<String> tables() {
        return platform.queryAll("""
                SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
                WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
                  AND a.attname = 'merchant_id' ORDER BY 1
                """);
    }

    private static Map<String, List<String>> rows(TestMerchant merchant) {
        var rows = new TreeMap<String, List<String>>();
        for (var table : tables()) {
            rows.put(
                    table,
                    xml(
                            "SELECT * FROM %s t WHERE merchant_id = %d AND to_jsonb(t) ->> 'action' IS DISTINCT FROM 'merchant.read'"
                                    .formatted(table, merchant.id().value())));
        }
        return rows;
    }

    /// Leaves out the usage, which is written once a minute.
    private static Map<String, List<String>> steady(Map<String, List<String>> rows) {
        var steady = new TreeMap<>(rows);
        steady.remove("daily_usage");
        return steady;
    }

    private static List<String> xml(String query) {
        var rows = platform.query("SELECT query_to_xml('%s', true, true, '')".formatted(query.replace("'", "''")));
        return Arrays.stream(rows.split("(?=<row )"))
                .map(String::strip)
                .filter(row -> !row.isEmpty())
                .sorted()
                .toList();
    }

    private static TestMerchant filled(String text) {
        var merchant = platform.merchantWithOpenCatalogue();
        long id = merchant.id().value();
        var path = "/merchants/" + id;
        operator.change(path, "{\"storeName\":\"%1$s\",\"storeUrl\":\"%1$s\"}".formatted(text));
        operator.withIdempotencyKey(text).create(path + "/accounts", """
                        {"name":"%1$s","store":{"platform":"tb","shopId":"%1$s","shopName":"%1$s"}}""".formatted(text));
        operator.change(path + "/limits", "{\"detailsPerDay\":100}");
        operator.create(path + "/invitations", "{\"name\":\"%s\",\"role\":\"staff\"}".formatted(text));
        platform.person(new Grant(Role.OWNER, Place.ofMerchant(id)));
        new MembershipStore(platform.database()).requireFactor(Operator.onTheServer(), merchant.id(), true);
        operator.postLines(path + "/products", """
                {"artNo":"%1$s","title":"%1$s","price":"1.00","images":["https://%1$s.example/1.jpg"]}""".formatted(text));
        int product = merchant.product();
        assertThat(merchant.createStock("""
                                [{"pid":%d,"color":"%s","param":[{"size":38,"stock":5,"barCode":"%s"}]}]""".formatted(product, text, text), text)
                        .status())
                .isEqualTo(200);
        assertThat(merchant.detail(product).success()).isTrue();
        assertThat(merchant.uploadResult(product, 1).success()).isTrue();
        var failed = merchant.stockList(text).header("X-Request-Id").orElseThrow();
        await().atMost(60, SECONDS)
                .until(() -> platform.query(
                                "SELECT count(*) FROM failed_call WHERE request_id = '%s'".formatted(failed))
                        .equals("1"));
        // these are written some time after the calls
        platform.execute("INSERT INTO daily_usage VALUES (%d, %d, '2026-01-01', 1, 1, 1, 1, 1)"
                .formatted(id, merchant.account()));
        platform.execute(
                "INSERT INTO last_use VALUES ('%s', now()) ON CONFLICT DO NOTHING".formatted(credential(merchant)));
        int gone = merchant.product();
        assertThat(operator.delete(path + "/products/" + gone).status()).isEqualTo(200);
        return merchant;
    }

    private static String credential(TestMerchant merchant) {
        return "token " + TokenHash.of(merchant.token().reveal()).hex();
    }

    private static String state(TestMerchant merchant) {
        return operator.read("/merchants/%d/contents".formatted(merchant.id().value()))
                .path("state")
                .asString();
    }

    private static void delete(TestMerchant merchant) {
        assertThat(operator.delete("/merchants/" + merchant.id().value()).status())
                .isEqualTo(200);
    }

    private static void awaitDeleted(TestMerchant merchant) {
        await().atMost(120, SECONDS).until(() -> state(merchant).equals("deleted"));
    }

    @Test
    void nothingIsLeftButTheFactAndOthersHaveAllOfTheirs() {
        var merchant = filled(MARKER);
        long id = merchant.id().value();
        var other = filled("other");
        int product = merchant.product();
        assertThat(other.detail(product).success()).isTrue();
        operator.change("/merchants/" + id, "{\"suspended\":true}");
        operator.change("/merchants/" + other.id().value(), "{\"suspended\":true}");
        var before = rows(merchant);
        assertThat(before)
                .allSatisfy((table, rows) -> assertThat(rows).as(table).isNotEmpty());
        var others = rows(other);
        var contents = operator.read("/merchants/%d/contents".formatted(id));
        assertThat(contents.path("state").asString()).isEqualTo("kept");
        assertThat(contents.path("products").asInt()).isEqualTo(3);
        assertThat(contents.path("accounts").asInt()).isEqualTo(2);

        delete(merchant);
        awaitDeleted(merchant);

        assertThat(rows(merchant))
                .allSatisfy((table, rows) -> assertThat(rows)
                        .as(table)
                        .hasSize(
                                table.equals("audit_entry")
                                        ? before.getOrDefault(table, List.of()).size() + 2
                                        : 0));
        for (var table : platform.queryAll("""
                SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
                  AND NOT relispartition
                """)) {
            assertThat(xml("SELECT * FROM " + table)).as(table).noneMatch(row -> row.contains(MARKER));
        }
        assertThat(platform.query(
                        "SELECT count(*) FROM last_use WHERE credential = '%s'".formatted(credential(merchant))))
                .isEqualTo("0");
        assertThat(steady(rows(other))).isEqualTo(steady(others));
        assertThat(platform.query("SELECT count(*) FROM daily_usage WHERE day = '2026-01-01' AND merchant_id = "
                        + other.id().value()))
                .isEqualTo("1");
        assertThat(operator.all("/audit?merchant=" + id, 100))
                .allSatisfy(entry -> assertThat(entry.path("before").isNull()).isTrue())
                .extracting(entry -> entry.path("action").asString())
                .filteredOn(action -> !action.equals("merchant.read"))
                .startsWith("merchant.deleted", "merchant.delete", "merchant.change")
                .endsWith("merchant.create");
        assertThat(operator.delete("/merchants/" + id).status()).isEqualTo(404);
        operator.change("/merchants/" + other.id().value(), "{\"suspended\":false}");
        assertThat(other.productList("page", 1).success()).isTrue();
    }

    @Test
    void noIdIsGivenOutAgainAndTheStoreUrlIsFree() {
        var newest = platform.merchant();
        int product = newest.product();
        var url = operator.read("/merchants/" + newest.id().value())
                .path("storeUrl")
                .asString();
        delete(newest);
        awaitDeleted(newest);

        var created = operator.create("/merchants", "{\"storeUrl\":\"%s\",\"storeName\":\"n\"}".formatted(url));

        assertThat(created.path("merchantId").asLong())
                .isGreaterThan(newest.id().value());
        var next = platform.merchant();
        assertThat(next.account()).isGreaterThan(newest.account());
        assertThat(next.product()).isGreaterThan(product);
    }

    @Test
    void fromTheBeginningOnItsTokensAreRefusedAndNothingOfItIsChanged() throws Exception {
        var merchant = platform.merchant();
        var path = "/merchants/" + merchant.id().value();
        try (var _ = TestDatabase.holding(platform.address(), LOCK)) {
            delete(merchant);

            await().atMost(60, SECONDS)
                    .until(() -> merchant.productList("page", 1).status() != 200);
            assertThat(operator.patch(path, "{\"suspended\":false}").status()).isEqualTo(404);
            assertThat(operator.patch(path + "/limits", "{\"detailsPerDay\":7}").status())
                    .isEqualTo(404);
            assertThat(operator.postLines(path + "/products", """
                                    {"artNo":"a","title":"a","price":"1.00","images":["https://a.example/1.jpg"]}\
                                    """).status()).isEqualTo(404);
            assertThat(operator.post(
                                    "/tokens",
                                    "{\"applicationId\":%d,\"merchantId\":%d,\"accountId\":%d}"
                                            .formatted(
                                                    merchant.appid(),
                                                    merchant.id().value(),
                                                    merchant.account()))
                            .status())
                    .isEqualTo(404);
            // a repetition continues
            delete(merchant);
            assertThat(state(merchant)).isEqualTo("deleting");
        }
        awaitDeleted(merchant);
    }

    @Test
    void whenAServerIsStoppedInTheMiddleAnotherOneGoesOn() throws Exception {
        var first = Platform.start(Map.of());
        var merchant = first.merchant();
        int oldest = merchant.products(2_500).getFirst();
        var products = "SELECT count(*) FROM product WHERE merchant_id = "
                + merchant.id().value();
        try (var _ = TestDatabase.holding(
                first.address(),
                "SELECT FROM product WHERE merchant_id = %d AND product_id = %d FOR UPDATE"
                        .formatted(merchant.id().value(), oldest))) {
            first.operator().delete("/merchants/" + merchant.id().value());
            await().atMost(60, SECONDS).until(() -> first.query(products).equals("1000"));
        } finally {
            first.close();
        }
        try (var second = Platform.on(first)) {
            await().atMost(60, SECONDS)
                    .until(() -> second.query("SELECT count(*) FROM suspended_merchant")
                            .equals("0"));
            assertThat(second.query(products)).isEqualTo("0");
            assertThat(second.query("SELECT count(*) FROM product_owner")).isEqualTo("0");
        }
    }

    /// Otherwise the serving role could empty the log without a trace.
    @Test
    void theAuditLogKeepsItsContentUnlessItSaysThatTheMerchantIsDeleted() {
        long merchant = platform.merchant().id().value();
        var runtime = new DatabaseAddress(platform.address().url(), TestDatabase.RUNTIME, "");

        assertThatThrownBy(
                        () -> TestDatabase.query(runtime, "SELECT forget_audit_content(%d, 1000)".formatted(merchant)))
                .hasStackTraceContaining("merchant %d is not deleted".formatted(merchant));
    }
}
