package stockroom.admin.products;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;

class LedgerAdminTest {
    private static final Platform platform = Platform.start(Map.of());
    private static final Operators operator = platform.operator();

    private final TestMerchant merchant = platform.merchant();
    private final int product = merchant.product();
    private final String path = "/merchants/" + merchant.id().value();
    private final String pushes = path + "/pushes";
    private final String history = "%s/products/%d/history".formatted(path, product);

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static String group(int product, String colour, int size, int quantity) {
        return "{\"pid\":%d,\"color\":\"%s\",\"param\":[{\"size\":%d,\"stock\":%d}]}"
                .formatted(product, colour, size, quantity);
    }

    private static Reply create(TestMerchant by, String... groups) {
        var reply = by.createStock("[%s]".formatted(String.join(",", groups)));
        assertThat(reply.success()).as(reply.text()).isTrue();
        return reply;
    }

    private Reply undo(long push, boolean all, boolean dryRun) {
        return operator.post("%s/%d/undo".formatted(pushes, push), "{\"all\":%b,\"dryRun\":%b}".formatted(all, dryRun));
    }

    private static List<Long> numbers(List<JsonNode> pushes) {
        return pushes.stream().map(push -> push.path("push").asLong()).toList();
    }

    private static List<String> kinds(List<JsonNode> pushes) {
        return pushes.stream().map(push -> push.path("kind").asString()).toList();
    }

    private List<String> stock() {
        return operator.all(path + "/stock", 100).stream()
                .map(entry -> "%s %d %d %s"
                        .formatted(
                                entry.path("color").asString(),
                                entry.path("size").asInt(),
                                entry.path("stock").asInt(),
                                entry.path("barCode").asString("none")))
                .toList();
    }

    private static String auditEntries() {
        return platform.query("SELECT count(*) FROM audit_entry WHERE action <> 'merchant.read'");
    }

    @Test
    void pushesComeNewestFirstByProductByApplicationAndInPages() {
        int another = merchant.product();
        var colleague = platform.throughAnotherApplication(merchant);
        merchant.withStock(product, "red", 38, 5);
        create(merchant, group(product, "red", 38, 4), group(another, "blue", 40, 1));
        create(colleague, group(another, "blue", 40, 2));

        assertThat(numbers(operator.all(pushes, 1))).containsExactly(3L, 2L, 1L);
        assertThat(numbers(operator.all(pushes + "?product=" + product, 1))).containsExactly(2L, 1L);
        assertThat(numbers(operator.all(pushes + "?application=" + merchant.appid(), 1)))
                .containsExactly(2L);
        assertThat(numbers(
                        operator.all("%s?product=%d&application=%d".formatted(pushes, another, colleague.appid()), 1)))
                .containsExactly(3L);
        assertThat(operator.all(pushes + "?product=2147483647", 1)).isEmpty();
    }

    @Test
    void aPushSaysWhoDidIt() {
        var reply = create(merchant, group(product, "red", 38, 4), group(merchant.product(), "blue", 40, 1));

        var push = operator.all(pushes, 10).getFirst();

        assertThat(push.path("kind").asString()).isEqualTo("create");
        assertThat(push.path("by").asString()).isEqualTo("application");
        assertThat(push.path("operator").isNull()).isTrue();
        assertThat(push.path("appid").asString()).isEqualTo(Long.toString(merchant.appid()));
        assertThat(push.path("application").asString()).startsWith("application ");
        assertThat(push.path("account").asString()).isEqualTo("owner");
        assertThat(reply.header("X-Request-Id")).contains(push.path("requestId").asString());
        assertThat(push.path("products").asInt()).isEqualTo(2);
        assertThat(push.path("entries").asInt()).isEqualTo(2);
    }

    @Test
    void aPushIsShownWithItsChangesAndTheBarCodesOfWhatWasDeleted() {
        merchant.withStock(product, "red", 38, 5);
        assertThat(merchant.deleteStock("[{\"pid\":%d,\"color\":\"red\"}]".formatted(product), "key")
                        .success())
                .isTrue();

        assertThat(operator.read(pushes + "/1").path("changes").toString())
                .isEqualTo(("[{\"productId\":%d,\"color\":\"red\",\"size\":38,\"before\":null,\"stock\":5,"
                                + "\"barCode\":null}]")
                        .formatted(product));
        var deletion = operator.read(pushes + "/2");
        assertThat(deletion.path("kind").asString()).isEqualTo("delete");
        assertThat(deletion.path("changes").toString())
                .isEqualTo(("[{\"productId\":%d,\"color\":\"red\",\"size\":38,\"before\":5,\"stock\":null,"
                                + "\"barCode\":\"69038\"}]")
                        .formatted(product));
    }

    @Test
    void aPageOfOneApplicationsPushesLooksAtTenThousand() {
        create(merchant, group(product, "red", 38, 5));
        long id = merchant.id().value();
        platform.execute("""
                INSERT INTO stock_push (merchant_id, push, at, entries, kind, operator, products)
                SELECT %d, n, date_trunc('milliseconds', now()), 1, 'create', 'generator', '{%d}'
                FROM generate_series(2, 10051) n
                """.formatted(id, product));
        platform.execute("UPDATE push_counter SET last = 10051 WHERE merchant_id = " + id);
        var ofApplication = "%s?application=%d".formatted(pushes, merchant.appid());

        var first = operator.read(ofApplication);
        var second =
                operator.read(ofApplication + "&after=" + first.path("next").asString());

        assertThat(first.path("items")).isEmpty();
        assertThat(second.at("/items/0/push").asLong()).isEqualTo(1);
        assertThat(second.path("next").isNull()).isTrue();
    }

    @Test
    void theHistoryOfAProductHasItsChangesAloneAndStaysWhenItIsDeleted() {
        int another = merchant.product();
        merchant.withStock(product, "red", 38, 5);
        create(merchant, group(product, "red", 38, 4), group(another, "blue", 40, 1));
        var deletion = operator.delete("%s/products/%d".formatted(path, product));
        assertThat(deletion.status()).isEqualTo(200);

        var found = operator.all(history, 1);

        assertThat(numbers(found)).containsExactly(3L, 2L, 1L);
        assertThat(kinds(found)).containsExactly("product", "create", "create");
        assertThat(found.get(0).path("by").asString()).isEqualTo("operator");
        assertThat(found.get(0).path("operator").asString()).isEqualTo("tester");
        assertThat(deletion.header("X-Request-Id"))
                .contains(found.get(0).path("requestId").asString());
        assertThat(found.get(0).at("/changes/0/barCode").asString()).isEqualTo("69038");
        assertThat(found.get(1).path("products").asInt()).isEqualTo(2);
        assertThat(found.get(1).path("changes").toString())
                .isEqualTo(("[{\"productId\":%d,\"color\":\"red\",\"size\":38,\"before\":5,\"stock\":4,"
                                + "\"barCode\":null}]")
                        .formatted(product));
        assertThat(operator.read(history + "?after=1").path("items")).isEmpty();
    }

    @Test
    void aProductThatNeverHadStockHasAnEmptyHistoryAndAStrangersHasNone() {
        assertThat(operator.read(history).path("items")).isEmpty();
        assertThat(operator.get("/merchants/%d/products/%d/history"
                                .formatted(platform.merchant().id().value(), product))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void aPageOfLongPushesIsShorterAndNoneIsLost() {
        platform.execute("""
                WITH pushed AS (
                    INSERT INTO stock_push (merchant_id, push, at, entries, kind, operator, products)
                    SELECT %1$d, n, date_trunc('milliseconds', now()), 9000, 'create', 'generator', '{%2$d}'
                    FROM generate_series(1, 3) n
                    RETURNING push, at)
                INSERT INTO stock_change
                    (merchant_id, at, push, product_id, colours, colour_nos, sizes, before, after)
                SELECT %1$d, at, push, %2$d, '{red}', array_fill(1::smallint, ARRAY[9000]),
                       array_fill(38::smallint, ARRAY[9000]), array_fill(push::integer, ARRAY[9000]),
                       array_fill(push::integer + 1, ARRAY[9000])
                FROM pushed
                """.formatted(merchant.id().value(), product));

        var seen = new ArrayList<Long>();
        for (var after = ""; after != null; ) {
            var page = operator.read(history + "?limit=1000" + after);
            assertThat(page.path("items")).hasSize(1);
            seen.add(page.at("/items/0/push").asLong());
            var next = page.path("next");
            after = next.isNull() ? null : "&after=" + next.asString();
        }

        assertThat(seen).containsExactly(3L, 2L, 1L);
    }

    @Test
    void theMerchantSeesThatAnOperatorHasUndoneItsPush() {
        var beginning = merchant.changes().json().path("cursor").asString();
        create(merchant, group(product, "red", 38, 5));

        var reply = undo(1, false, false);

        assertThat(reply.text()).isEqualTo("{\"push\":2,\"undone\":1,\"conflicts\":0,\"skipped\":[]}");
        var seen = merchant.changes("cursor", beginning).json().path("data").path(1);
        assertThat(seen.path("push").asLong()).isEqualTo(2);
        assertThat(seen.path("kind").asString()).isEqualTo("undo");
        assertThat(seen.path("by").asString()).isEqualTo("operator");
        assertThat(seen.path("appid").isNull()).isTrue();
        assertThat(reply.header("X-Request-Id")).contains(seen.path("requestId").asString());
        assertThat(seen.path("changes").toString())
                .isEqualTo("[{\"productid\":%d,\"color\":\"red\",\"size\":38,\"before\":5,\"stock\":null}]"
                        .formatted(product));
        assertThat(operator.read(pushes + "/2").path("operator").asString()).isEqualTo("tester");
        assertThat(stock()).isEmpty();
    }

    @Test
    void theMerchantSeesThatAnOperatorHasDeletedAProduct() {
        merchant.withStock(product, "red", 38, 5);
        var now = merchant.changes().json().path("cursor").asString();
        operator.delete("%s/products/%d".formatted(path, product));

        var seen = merchant.changes("cursor", now).json().path("data");

        assertThat(seen).hasSize(1);
        assertThat(seen.at("/0/kind").asString()).isEqualTo("product");
        assertThat(seen.at("/0/by").asString()).isEqualTo("operator");
        assertThat(seen.at("/0/changes/0/stock").isNull()).isTrue();
    }

    @Test
    void anUndoIsInTheAuditLog() {
        merchant.withStock(product, "red", 38, 5);
        var reply = undo(1, false, false);

        var entry = operator.read(
                        "/audit?subject=push%201&merchant=" + merchant.id().value())
                .at("/items/0");

        assertThat(entry.path("action").asString()).isEqualTo("stock.undo");
        assertThat(entry.path("subject").asString()).isEqualTo("push 1");
        assertThat(entry.path("operator").asString()).isEqualTo("tester");
        assertThat(reply.header("X-Request-Id"))
                .contains(entry.path("requestId").asString());
        assertThat(entry.at("/before/entries").asInt()).isEqualTo(1);
        assertThat(entry.at("/after/entries").asInt()).isEqualTo(1);
        assertThat(entry.at("/after/undoneBy").asLong()).isEqualTo(2);
        assertThat(entry.at("/after/undone").asInt()).isEqualTo(1);
        assertThat(entry.at("/after/conflicts").asInt()).isZero();
    }

    @Test
    void aDryRunTellsWhatWouldBeUndoneAndWritesNothing() {
        merchant.withStock(product, "red", 38, 5);
        var before = platform.digest();

        assertThat(undo(1, true, true).text()).isEqualTo("{\"push\":null,\"undone\":1,\"conflicts\":0,\"skipped\":[]}");

        assertThat(platform.digest()).isEqualTo(before);
    }

    @Test
    void whatHasChangedSinceIsSkippedOrRefusesAll() {
        create(merchant, group(product, "red", 38, 5), group(product, "blue", 39, 5));
        merchant.withStock(product, "red", 38, 9);

        for (boolean dryRun : List.of(true, false)) {
            var refused = undo(1, true, dryRun);
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.code()).isEqualTo("UNDO_CONFLICT");
        }
        assertThat(operator.all(pushes, 10)).hasSize(2);
        var reply = undo(1, false, false);

        assertThat(reply.text())
                .isEqualTo(("{\"push\":3,\"undone\":1,\"conflicts\":1,\"skipped\":[{\"productId\":%d,\"color\":\"red\","
                                + "\"size\":38,\"left\":5,\"stock\":9,\"reason\":\"changed\"}]}")
                        .formatted(product));
        assertThat(stock()).containsExactly("red 38 9 69038");
    }

    @Test
    void anUndoIsUndoneAndOneThatChangesNothingWritesNothing() {
        merchant.withStock(product, "red", 38, 5);
        undo(1, false, false);
        var written = auditEntries();

        var again = undo(1, false, false).json();

        assertThat(again.path("push").isNull()).isTrue();
        assertThat(again.path("undone").asInt()).isZero();
        assertThat(auditEntries()).isEqualTo(written);
        assertThat(undo(2, true, false).json().path("push").asLong()).isEqualTo(3);
        assertThat(stock()).containsExactly("red 38 5 69038");
        assertThat(kinds(operator.all(pushes, 10))).containsExactly("undo", "undo", "create");
    }

    @Test
    void theDeletionOfAProductIsFinalAndItsEarlierPushesAreConflicts() {
        merchant.withStock(product, "red", 38, 5);
        operator.delete("%s/products/%d".formatted(path, product));
        var written = auditEntries();

        var refused = undo(2, false, false);
        var earlier = undo(1, false, false);

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("PUSH_NOT_UNDOABLE");
        assertThat(earlier.text())
                .isEqualTo(("{\"push\":null,\"undone\":0,\"conflicts\":1,\"skipped\":[{\"productId\":%d,"
                                + "\"color\":\"red\",\"size\":38,\"left\":5,\"stock\":null,\"reason\":\"product_deleted\"}]}")
                        .formatted(product));
        assertThat(auditEntries()).isEqualTo(written);
    }

    @Test
    void anUndoNeedsAKeyThatMayWriteAndThePushOfThisMerchant() {
        merchant.withStock(product, "red", 38, 5);
        var strangers =
                "/merchants/%d/pushes/1".formatted(platform.merchant().id().value());

        assertThat(platform.readOnlyOperator()
                        .post(pushes + "/1/undo", "{\"dryRun\":true}")
                        .status())
                .isEqualTo(403);
        assertThat(operator.get(strangers).status()).isEqualTo(404);
        assertThat(operator.post(strangers + "/undo", "{\"dryRun\":false}").status())
                .isEqualTo(404);
        assertThat(undo(2, false, false).status()).isEqualTo(404);
        assertThat(operator.post(pushes + "/1/undo", "{\"all\":true}").code()).isEqualTo("FIELD_MISSING");
        assertThat(stock()).containsExactly("red 38 5 69038");
    }
}
