package stockroom.catalog.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.demo.DemoStockStore;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.SingleProduct;
import stockroom.testing.platform.TestMerchant;

@Tag("contract")
class CreateStockTest {
    private final SingleProduct shelf = new SingleProduct();
    private final TestMerchant merchant = shelf.merchant;
    private final int product = shelf.product;

    @Test
    void creatingAgainKeepsTheGuidAndSetsTheQuantity() {
        shelf.create(shelf.group("red", "38", 5));
        var first = guid();
        shelf.create(shelf.group("red", "38", 7));

        assertThat(first).matches("[0-9a-f]{32}");
        assertThat(guid()).isEqualTo(first);
        assertThat(shelf.entries()).containsExactly("red 38 7 null");
    }

    @Test
    void creatingAgainKeepsTheBarCodeUnlessOneIsSent() {
        var withBarCode = """
                [{"color":"red","pid":%d,"param":[{"size":"38","stock":5,"barCode":"%s"}]}]""";
        shelf.create(withBarCode.formatted(product, "690-first"));
        shelf.create(shelf.group("red", "38", 6));
        assertThat(shelf.entries()).containsExactly("red 38 6 690-first");
        shelf.create(withBarCode.formatted(product, " "));
        assertThat(shelf.entries()).containsExactly("red 38 5 690-first");
        shelf.create(withBarCode.formatted(product, "690-second"));
        assertThat(shelf.entries()).containsExactly("red 38 5 690-second");
    }

    @Test
    void someSizesOfAColourAreSetAndTheOthersStay() {
        shelf.create(shelf.sizes("red", "38 5 a38", "39 6 a39", "40 7 -"));

        shelf.create(shelf.sizes("red", "41 9 -", "39 60 -", "37 1 a37"));

        assertThat(shelf.entries())
                .containsExactly("red 37 1 a37", "red 38 5 a38", "red 39 60 a39", "red 40 7 null", "red 41 9 null");
    }

    @Test
    void barCodesThatAreGivenForSomeSizesLeaveThoseOfTheOthers() {
        shelf.create(shelf.sizes("red", "38 5 -", "39 6 -"));
        shelf.create(shelf.sizes("red", "38 5 -", "39 6 NULL"));
        assertThat(shelf.entries()).containsExactly("red 38 5 null", "red 39 6 NULL");

        shelf.create(shelf.sizes("red", "38 5 {\\\\", "39 7 -"));
        assertThat(shelf.entries()).containsExactly("red 38 5 {\\", "red 39 7 NULL");

        shelf.create(shelf.sizes("red", "38 5 a,b", "39 7 c"));
        assertThat(shelf.entries()).containsExactly("red 38 5 a,b", "red 39 7 c");
    }

    @Test
    void coloursComeInTheOrderInWhichTheyWereAdded() {
        shelf.create(SingleProduct.groups(shelf.item("red", "38", 1), shelf.item("blue", "38", 2)));

        shelf.create(SingleProduct.groups(
                shelf.item("zinc", "38", 3),
                shelf.item("red", "39", 4),
                shelf.item("blue", "38", 5),
                shelf.item("amber", "38", 6),
                shelf.item("zinc", "37", 7)));

        assertThat(shelf.entries())
                .containsExactly(
                        "red 38 1 null",
                        "red 39 4 null",
                        "blue 38 5 null",
                        "zinc 37 7 null",
                        "zinc 38 3 null",
                        "amber 38 6 null");
    }

    @Test
    void listsOfAnyLengthAreAnsweredWhole() {
        for (int colours = 19; colours <= 22; colours++) {
            var longer = new SingleProduct();
            longer.create(IntStream.range(0, colours)
                    .mapToObj(colour -> longer.item("colour " + colour, "1-30", 1))
                    .collect(Collectors.joining(",", "[", "]")));
            assertThat(longer.entries()).hasSize(colours * 30).doesNotHaveDuplicates();
        }
        shelf.create(shelf.group("red", "1-30", 1));
        shelf.create(shelf.group("red", "31", 2));
        assertThat(shelf.entries()).hasSize(31).contains("red 31 2 null");
    }

    @Test
    void aLongListOfAProductThatIsGoneMeanwhileIsNone() {
        var store = new StockStore(merchant.platform().database());

        assertThat(store.longList(merchant.id(), product, List::size)).isEmpty();
    }

    @Test
    void wideColoursAreListedWholeToManyAtOnce() throws Exception {
        for (int colour = 0; colour < 10; colour++) {
            var name = "colour " + colour;
            merchant.platform()
                    .stock()
                    .create(
                            merchant.id(),
                            merchant.account(),
                            IntStream.rangeClosed(1, 999)
                                    .mapToObj(size -> new DemoStockStore.Entry(product, name, size, 1, null))
                                    .toList());
        }
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var lists = callers.invokeAll(Collections.<Callable<List<String>>>nCopies(16, shelf::entries));
            for (var list : lists) {
                assertThat(list.get()).hasSize(9_990).doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void sendingTheSameAgainChangesNothing() {
        shelf.create(shelf.group("red", "38-41", 5));
        var before = merchant.stockList(product).text();
        shelf.create(shelf.group("red", "38-41", 5));

        assertThat(merchant.stockList(product).text()).isEqualTo(before);
        assertThat(shelf.entries()).containsExactly("red 38 5 null", "red 39 5 null", "red 40 5 null", "red 41 5 null");
    }

    @Test
    void aColourIsTheSameWithSpacesAroundItAndInAnotherUnicodeForm() {
        shelf.create(shelf.group("caf\u00e9", "38", 5));
        shelf.create(shelf.group(" cafe\u0301 ", "38", 6));

        assertThat(shelf.entries()).containsExactly("caf\u00e9 38 6 null");
    }

    @Test
    void aQuantityOfZeroCountsAsStockAdded() {
        shelf.create(shelf.group("red", "38", 0));

        assertThat(merchant.productList("page", 1, "stock", true).text()).contains("\"id\":" + product + ",");
        assertThat(merchant.productList("page", 1, "stock", false).text())
                .isEqualTo("{\"success\":true,\"totalPages\":0,\"data\":[]}");
        assertThat(shelf.entries()).containsExactly("red 38 0 null");
    }

    @Test
    void oneFaultOrOneMissingProductAndNothingIsWritten() {
        var violation = shelf.create(SingleProduct.groups(shelf.item("red", "38", 5), shelf.item("blue", "5-1", 5)));
        var missing = shelf.create("""
                [{"color":"red","pid":%d,"param":[{"size":"38","stock":5}]},
                 {"color":"red","pid":2147483647,"param":[{"size":"38","stock":5}]}]""".formatted(product));

        assertThat(violation.status()).isEqualTo(400);
        assertThat(missing.code()).isEqualTo("PRODUCT_UNKNOWN");
        assertThat(merchant.stockList(product).code()).isEqualTo("STOCK_NOT_ADDED");
    }

    @Test
    void aDryRunWritesNothingAndTakesTheTurn() {
        var body = shelf.group("red", "38", 5);

        assertThat(dryRun(merchant, body).success()).isTrue();
        assertThat(merchant.stockList(product).code()).isEqualTo("STOCK_NOT_ADDED");
        var refused = TestMerchant.untilTooSoon(() -> {
            var caller = merchant.platform().throughAnotherApplication(merchant);
            assertThat(dryRun(caller, body).success()).isTrue();
            return caller.createStock(body);
        });
        assertThat(refused.code()).isEqualTo("CREATE_TOO_SOON");
    }

    private static Reply dryRun(TestMerchant caller, String order) {
        return caller.post("/Stock/Creat", TestMerchant.JSON, order, Map.of("Dry-Run", "true"));
    }

    private String guid() {
        return merchant.stockList(product)
                .json()
                .path("data")
                .path(0)
                .path("guid")
                .asString();
    }
}
