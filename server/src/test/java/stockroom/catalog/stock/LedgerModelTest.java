package stockroom.catalog.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.audit.Operator;
import stockroom.auth.Caller;
import stockroom.catalog.ledger.Attempt;
import stockroom.catalog.stock.StockDeletionReader.StockDeletion;
import stockroom.catalog.stock.WriteResult.Changed;
import stockroom.catalog.stock.WriteResult.Conflict;
import stockroom.catalog.stock.WriteResult.Done;
import stockroom.catalog.stock.WriteResult.Undone;
import stockroom.http.input.Place;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;

/// The ledger records every change of stock: replayed, it gives exactly the stock, and undone, the stock before.
@Tag("contract")
class LedgerModelTest {
    private static final boolean FULL = Boolean.getBoolean("ledger.full");
    private static final int OPERATIONS = FULL ? 4_000 : 400;
    private static final int RECORDED_EVERY = FULL ? 4 : 20;
    private static final List<String> COLOURS = List.of("red", "blue", "green");

    private final Platform platform = Platform.shared();
    private final TestMerchant merchant = platform.merchant();
    private final List<Integer> products = new ArrayList<>(merchant.products(6));
    private final StockWriteStore store = new StockWriteStore(platform.database());
    private final Random random = new Random(16);
    private final Caller caller = new Caller(merchant.id(), merchant.account(), merchant.appid());
    private final Attempt attempt =
            new Attempt(Duration.ZERO, false, "0123456789abcdef", Optional.empty(), Optional.empty());
    private final List<Long> pushes = new ArrayList<>();
    private final List<Recorded> recorded = new ArrayList<>();

    private record Recorded(String at, int product, String stock) {}

    @Test
    void theLedgerReplayedIsTheStockAndTakenBackWhatItWas() {
        var cursor = merchant.post("/Stock/Changes", TestMerchant.JSON, "{}")
                .json()
                .path("cursor")
                .asString();
        for (int i = 1; i <= OPERATIONS; i++) {
            operate();
            if (i % RECORDED_EVERY == 0) {
                int product = products.get(random.nextInt(products.size()));
                var at = platform.query("SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC',"
                        + " 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')");
                recorded.add(new Recorded(at, product, stockOf(product, "")));
                // later changes get a later millisecond
                platform.query("SELECT pg_sleep(0.002)::text");
            }
        }

        assertThat(replayed(cursor)).isEqualTo(stock());
        assertThat(recorded).hasSize(OPERATIONS / RECORDED_EVERY);
        products.forEach(this::assertThatItIsAsRecorded);
        assertThat(platform.queryAll(
                        "SELECT product_id FROM product p WHERE merchant_id = %1$d AND (has_stock, entries)"
                                        .formatted(merchant.id().value())
                                + " <> (SELECT count(*) > 0, count(*) FROM stock_entry e WHERE e.merchant_id = %1$d"
                                        .formatted(merchant.id().value())
                                + " AND e.product_id = p.product_id)"))
                .isEmpty();
        assertThat(platform.query("SELECT (sum(total), sum(with_stock)) FROM product_block WHERE merchant_id = "
                        + merchant.id().value()))
                .isEqualTo(platform.query("SELECT (count(*), count(*) FILTER (WHERE has_stock)) FROM product"
                        + " WHERE merchant_id = " + merchant.id().value()));
        assertThat(platform.queryAll("SELECT (bar_code, product_id)::text FROM product_bar_code WHERE merchant_id = "
                        + merchant.id().value()))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(platform.queryAll(
                        "SELECT DISTINCT (bar_code, product_id)::text FROM stock_entry WHERE bar_code IS NOT NULL AND merchant_id = "
                                + merchant.id().value()));
    }

    private void operate() {
        int product = products.get(random.nextInt(products.size()));
        switch (random.nextInt(20)) {
            case 0, 1, 2 -> undo();
            case 3, 4, 5 -> delete(product);
            case 6 -> {
                if (random.nextInt(5) == 0 && products.size() > 3) {
                    assertThatItIsAsRecorded(product);
                    platform.catalogue().delete(Operator.onTheServer(), merchant.id(), product);
                    products.removeIf(id -> id == product);
                    products.add(merchant.product());
                }
            }
            default -> create();
        }
    }

    private void assertThatItIsAsRecorded(int product) {
        for (var then : recorded) {
            if (then.product == product) {
                assertThat(stockOf(product, then.at)).as(then.at).isEqualTo(then.stock);
            }
        }
    }

    private void create() {
        var order = new StockOrder.Builder();
        int kind = random.nextInt(4);
        for (int i = 0; i <= random.nextInt(3); i++) {
            int product = products.get(i);
            var colour = COLOURS.get(random.nextInt(COLOURS.size()));
            int from = random.nextInt(36, 40);
            for (int size = from; size < from + random.nextInt(1, 4); size++) {
                order.entries(ProductNames.Name.ofId(product), colour, Place.BODY)
                        .put(
                                size,
                                new StockOrder.Entry(
                                        size,
                                        kind == 0 ? random.nextInt(-3, 6) : random.nextInt(6),
                                        kind == 0,
                                        kind == 1 ? (Integer) random.nextInt(-1, 3) : null,
                                        random.nextInt(4) == 0
                                                ? "69" + random.nextInt(3)
                                                : random.nextInt(8) == 0 ? StockOrder.CLEARED : null,
                                        Place.BODY));
            }
        }
        var created = store.create(caller, order.build(), attempt);
        assertThat(created.result()).isInstanceOfAny(Done.class, Changed.class);
        Optional.ofNullable(created.push()).ifPresent(pushes::add);
    }

    private void delete(int product) {
        var sizes = random.nextBoolean() ? null : List.of(new SizeRange(36, random.nextInt(36, 40)));
        var deletion =
                new StockDeletion(ProductNames.Name.ofId(product), COLOURS.get(random.nextInt(COLOURS.size())), sizes);
        platform.stock().setPicture(merchant.id(), product, deletion.colour(), "https://p.example/" + pushes.size());
        var before = everythingOf(product);
        var deleted = store.delete(
                caller, List.of(deletion), ProductNames.ofIds(List.of(product)).resolve(Map.of()), attempt);
        assertThat(deleted.result()).isEqualTo(new Done());
        if (deleted.push() != null) {
            pushes.add(deleted.push());
            if (random.nextInt(3) == 0) {
                var undone = store.undo(caller, new StockWriteStore.Undo(deleted.push(), true), attempt);
                pushes.add(Objects.requireNonNull(undone.push()));
                assertThat(everythingOf(product)).isEqualTo(before);
            }
        }
    }

    private List<String> everythingOf(int product) {
        return platform.queryAll("SELECT (e.colour_no, e.colour, e.size, e.quantity, e.bar_code, s.image)::text"
                + " FROM stock_entry e JOIN stock s USING (merchant_id, product_id, colour)"
                + " WHERE e.merchant_id = %d AND e.product_id = %d ORDER BY e.colour_no, e.size"
                        .formatted(merchant.id().value(), product));
    }

    private void undo() {
        if (pushes.isEmpty()) {
            return;
        }
        var undo = new StockWriteStore.Undo(pushes.get(random.nextInt(pushes.size())), random.nextInt(4) == 0);
        var undone = store.undo(caller, undo, attempt);
        assertThat(undone.result()).isInstanceOfAny(Undone.class, Conflict.class);
        Optional.ofNullable(undone.push()).ifPresent(pushes::add);
    }

    /// Follows the feed and checks that each change fits the stock before it.
    private Map<String, Integer> replayed(String from) {
        var stock = new TreeMap<String, Integer>();
        long next = 1;
        var cursor = from;
        for (boolean more = true; more; ) {
            var page = merchant.post(
                            "/Stock/Changes", TestMerchant.FORM, TestMerchant.form("cursor", cursor, "limit", 7))
                    .json();
            for (var push : page.path("data")) {
                assertThat(push.path("push").asLong()).isEqualTo(next++);
                push.path("changes").forEach(change -> apply(change, stock));
            }
            cursor = page.path("cursor").asString();
            more = page.path("more").asBoolean();
        }
        assertThat(next - 1)
                .isEqualTo(Long.parseLong(platform.query("SELECT last FROM push_counter WHERE merchant_id = "
                        + merchant.id().value())));
        return stock;
    }

    private static void apply(JsonNode change, Map<String, Integer> stock) {
        var entry = "%d %s %d"
                .formatted(
                        change.path("productid").asInt(),
                        change.path("color").asString(),
                        change.path("size").asInt());
        var before = change.path("before");
        assertThat(stock.get(entry)).as(change.toString()).isEqualTo(before.isNull() ? null : before.asInt());
        assertThat(change.path("stock")).isNotEqualTo(before);
        if (change.path("stock").isNull()) {
            stock.remove(entry);
        } else {
            stock.put(entry, change.path("stock").asInt());
        }
    }

    private Map<String, Integer> stock() {
        var stock = new HashMap<String, Integer>();
        platform.queryAll("SELECT product_id || ' ' || colour || ' ' || size || '=' || quantity FROM stock_entry"
                        + " WHERE merchant_id = " + merchant.id().value())
                .forEach(entry -> stock.put(
                        entry.substring(0, entry.indexOf('=')),
                        Integer.valueOf(entry.substring(entry.indexOf('=') + 1))));
        return stock;
    }

    /// Leaves out bar codes, which are today's.
    private String stockOf(int product, String asOf) {
        var form = asOf.isEmpty()
                ? TestMerchant.form("productid", product)
                : TestMerchant.form("productid", product, "asOf", asOf);
        var answer = merchant.post("/Stock/List", TestMerchant.FORM, form).json();
        if (answer.path("code").asString("").equals("PRODUCT_UNKNOWN")) {
            return "";
        }
        var entries = new ArrayList<String>();
        for (var entry : answer.path("data")) {
            entries.add("%s %s=%d"
                    .formatted(
                            entry.path("color").asString(),
                            entry.path("size").asString(),
                            entry.path("stock").asInt()));
        }
        return String.join(",", entries);
    }
}
