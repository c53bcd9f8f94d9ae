package stockroom.catalog.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.auth.Caller;
import stockroom.catalog.ledger.Attempt;
import stockroom.catalog.stock.WriteResult.Done;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;

/// Compares the result of many random requests with a simple model.
@Tag("contract")
class StockModelTest {
    private static final int REQUESTS = 300;
    private static final int LISTED_EVERY = 10;
    private static final List<String> COLOURS = List.of("red", "blue", "green", "black");

    private final Platform platform = Platform.shared();
    private final TestMerchant merchant = platform.merchant();
    private final int product = merchant.product();
    private final StockWriteStore store = new StockWriteStore(platform.database());
    private final Random random = new Random(15);

    private record Entry(int quantity, @Nullable String barCode) {}

    private final Map<String, TreeMap<Integer, Entry>> model = new LinkedHashMap<>();

    @Test
    void whatIsThereEqualsThatOfAPlainModel() {
        var caller = new Caller(merchant.id(), merchant.account(), merchant.appid());
        for (int i = 1; i <= REQUESTS; i++) {
            boolean dryRun = random.nextInt(10) == 0;
            var created = store.create(
                    caller,
                    request(dryRun),
                    new Attempt(Duration.ZERO, dryRun, null, Optional.empty(), Optional.empty()));
            assertThat(created.result()).isEqualTo(new Done());
            if (i % LISTED_EVERY == 0 && !model.isEmpty()) {
                assertThat(listed()).as("after %d requests", i).isEqualTo(modelled());
            }
        }
        assertThat(platform.query("SELECT entries FROM product WHERE merchant_id = %d AND product_id = %d"
                        .formatted(merchant.id().value(), product)))
                .isEqualTo(String.valueOf(modelled().size()));
    }

    private StockOrder request(boolean dryRun) {
        var order = new StockOrder.Builder();
        int first = random.nextInt(COLOURS.size());
        int colours = random.nextInt(3) == 0 ? random.nextInt(2, 4) : 1;
        for (int c = 0; c < colours; c++) {
            var colour = COLOURS.get((first + c) % COLOURS.size());
            boolean withBarCodes = random.nextBoolean();
            int from = random.nextInt(36, 43);
            for (int size = from; size < from + random.nextInt(1, 4); size++) {
                var barCode = withBarCodes && random.nextBoolean() ? "690" + random.nextInt(1_000) : null;
                int quantity = random.nextInt(10);
                order.entry(product, colour, size, quantity, barCode);
                if (!dryRun) {
                    model.computeIfAbsent(colour, _ -> new TreeMap<>())
                            .merge(
                                    size,
                                    new Entry(quantity, barCode),
                                    (was, is) -> new Entry(is.quantity, is.barCode == null ? was.barCode : is.barCode));
                }
            }
        }
        return order.build();
    }

    private List<String> modelled() {
        var entries = new ArrayList<String>();
        model.forEach((colour, sizes) -> sizes.forEach(
                (size, entry) -> entries.add("%s %d %d %s".formatted(colour, size, entry.quantity, entry.barCode))));
        return entries;
    }

    private List<String> listed() {
        return merchant.stockList(product)
                .json()
                .path("data")
                .valueStream()
                .map(StockModelTest::text)
                .toList();
    }

    private static String text(JsonNode entry) {
        return "%s %s %d %s"
                .formatted(
                        entry.path("color").asString(),
                        entry.path("size").asString(),
                        entry.path("stock").asInt(),
                        entry.path("barCode").isNull()
                                ? null
                                : entry.path("barCode").asString());
    }
}
