package stockroom.catalog.stock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.SingleProduct;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ThreeNodes;

@Tag("contract")
class FullProductTest {
    private static final int ENTRIES = 9_999;
    private static final int SIZES = 999;

    private final Platform platform = Platform.shared();
    private final SingleProduct shelf = new SingleProduct();

    @Test
    void oneEntryMoreThanTheLimitIsRefusedAndNothingIsWritten() {
        assertThat(shelf.create(entries(ENTRIES)).success()).isTrue();
        int other = shelf.merchant.product();

        var refused = shelf.create(SingleProduct.groups(
                shelf.item("another", "38", 5),
                shelf.item("colour 0", "38", 777),
                "{\"color\":\"red\",\"pid\":%d,\"param\":[{\"size\":\"38\",\"stock\":1}]}".formatted(other)));

        assertThat(refused.status()).isEqualTo(200);
        assertThat(refused.code()).isEqualTo("PRODUCT_FULL");
        assertThat(refused.json().path("products").toString()).isEqualTo("[%d]".formatted(shelf.product));
        assertThat(counted()).isEqualTo("9999 9999 11");
        assertThat(shelf.entries()).contains("colour 0 38 1 null").noneMatch(entry -> entry.startsWith("another"));
        assertThat(shelf.merchant.stockList(other).code()).isEqualTo("STOCK_NOT_ADDED");
    }

    @Test
    void aFullProductsEntriesCanStillBeSet() {
        assertThat(shelf.create(entries(ENTRIES)).success()).isTrue();

        assertThat(shelf.create(shelf.group("colour 3", "100-149", 42)).success())
                .isTrue();

        assertThat(shelf.entries()).hasSize(ENTRIES).contains("colour 3 149 42 null");
        assertThat(counted()).isEqualTo("9999 9999 11");
    }

    /// The response is longer than the chunks in which it is sent.
    @Test
    void itsStockListSaysHowLongItIs() {
        assertThat(shelf.create(entries(ENTRIES)).success()).isTrue();

        var list = shelf.merchant.stockList(shelf.product);

        assertThat(shelf.entries()).hasSize(ENTRIES);
        assertThat(list.header("Content-Length"))
                .contains(Integer.toString(list.text().getBytes(UTF_8).length));
    }

    @Test
    void aDryRunReportsItAndARefusalTakesTheTurn() {
        assertThat(shelf.create(entries(ENTRIES)).success()).isTrue();
        var caller = platform.throughAnotherApplication(shelf.merchant);
        var existing = shelf.group("colour 0", "999", 1);
        var oneMore = shelf.group("colour 10", "10", 1);

        assertThat(dryRun(caller, existing).success()).isTrue();
        var tooSoon = TestMerchant.untilTooSoon(() -> {
            var another = platform.throughAnotherApplication(shelf.merchant);
            assertThat(dryRun(another, oneMore).code()).isEqualTo("PRODUCT_FULL");
            return another.createStock(existing);
        });
        assertThat(tooSoon.code()).isEqualTo("CREATE_TOO_SOON");
    }

    @Test
    void applicationsThatAddAtTheSameTimeNeverExceedIt() throws Exception {
        assertThat(shelf.create(entries(9_900)).success()).isTrue();
        var callers = IntStream.range(0, 8)
                .mapToObj(_ -> platform.throughAnotherApplication(shelf.merchant))
                .toList();

        var answers =
                ThreeNodes.inParallel(8, n -> callers.get(n).createStock(shelf.group("added by " + n, "1-30", 1)));

        assertThat(answers).filteredOn(Reply::success).hasSize(3);
        assertThat(answers)
                .filteredOn(answer -> !answer.success())
                .allMatch(answer -> answer.code().equals("PRODUCT_FULL"));
        assertThat(counted()).isEqualTo("9990 9990 13");
    }

    private static Reply dryRun(TestMerchant caller, String order) {
        var headers = caller.headers();
        headers.put("Content-Type", TestMerchant.JSON);
        headers.put("Dry-Run", "true");
        return caller.send("POST", "/Stock/Creat", headers.entrySet(), order.getBytes(UTF_8));
    }

    private String counted() {
        return platform.query("""
                SELECT concat_ws(' ', entries,
                    (SELECT count(*) FROM stock_entry e WHERE e.merchant_id = p.merchant_id AND e.product_id = p.product_id),
                    (SELECT count(*) FROM stock s WHERE s.merchant_id = p.merchant_id AND s.product_id = p.product_id))
                FROM product p WHERE merchant_id = %d AND product_id = %d""".formatted(shelf.merchant.id().value(), shelf.product));
    }

    private String entries(int count) {
        return IntStream.rangeClosed(0, (count - 1) / SIZES)
                .mapToObj(colour -> "{\"color\":\"colour %d\",\"pid\":%d,\"param\":[%s]}"
                        .formatted(colour, shelf.product, sizes(Math.min(SIZES, count - colour * SIZES))))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static String sizes(int count) {
        return IntStream.iterate(1, first -> first <= count, first -> first + 50)
                .mapToObj(first -> "{\"size\":\"%d-%d\",\"stock\":1}".formatted(first, Math.min(first + 49, count)))
                .collect(Collectors.joining(","));
    }
}
