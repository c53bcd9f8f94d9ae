package stockroom;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// The operator's interface with large things, and without its database.
class AdminUnderStrainTest {
    private static final Platform platform = Platform.start(Map.of());
    private static final Operators operator = platform.operator();
    private static final int PRODUCTS = 600;
    /// More than the service puts on one page, less than all there are.
    private static final int MOST_ANSWER = 12 << 20;

    private final TestMerchant merchant = platform.merchant();
    private final String path = "/merchants/" + merchant.id().value();
    private final Random random = new Random(7);

    @AfterAll
    static void stop() {
        platform.close();
    }

    @Test
    void aPageOfLargeProductsIsShorterAndNoneIsLost() {
        upsertLargeProducts();

        var seen = new ArrayList<Integer>();
        int pages = 0;
        for (var after = ""; after != null; pages++) {
            var reply = operator.get(path + "/products?limit=1000" + after);
            assertThat(reply.text().length()).isLessThan(MOST_ANSWER);
            reply.json()
                    .path("items")
                    .forEach(item -> seen.add(item.path("productId").asInt()));
            var next = reply.json().path("next");
            after = next.isNull() ? null : "&after=" + next.asString();
        }

        assertThat(pages).isGreaterThan(1);
        assertThat(seen).hasSize(PRODUCTS).isSorted();
        assertThat(new HashSet<>(seen)).hasSize(PRODUCTS);
    }

    @Test
    void aPageOfLargeChangesIsShorterAndNoneIsLost() {
        upsertLargeProducts();
        upsertLargeProducts();
        int changes = Integer.parseInt(platform.query("SELECT count(*) FROM audit_entry WHERE merchant_id = "
                + merchant.id().value()));

        int seen = 0;
        for (var after = ""; after != null; ) {
            var reply =
                    operator.get("/audit?limit=1000&merchant=" + merchant.id().value() + after);
            assertThat(reply.text().length()).isLessThan(MOST_ANSWER);
            seen += reply.json().path("items").size();
            var next = reply.json().path("next");
            after = next.isNull() ? null : "&after=" + next.asString();
        }

        assertThat(seen).isEqualTo(changes);
    }

    /// Twenty thousand characters that do not compress well, new ones at each call.
    private void upsertLargeProducts() {
        for (int from = 0; from < PRODUCTS; from += 150) {
            var lines = IntStream.range(from, from + 150)
                    .mapToObj(number ->
                            "{\"artNo\":\"L-%d\",\"title\":\"large\",\"price\":1,\"images\":[\"x\"],\"description\":\"%s\"}"
                                    .formatted(number, text()))
                    .toArray(String[]::new);
            var reply = operator.postLines(path + "/products", lines);
            assertThat(reply.json().path("rejected")).as(reply.text()).isEmpty();
        }
    }

    private String text() {
        return random.ints(20_000, 'A', 'Z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @Test
    void aStoreThatGetsANewNameThroughAnAccountIsAChangeOfTheStore() {
        operator.create(
                path + "/accounts",
                "{\"name\":\"second\",\"store\":{\"platform\":\"tb\",\"shopId\":\"%s\",\"shopName\":\"New name\"}}"
                        .formatted(merchant.shopId()));

        var changes = operator.read("/audit?merchant=" + merchant.id().value()).path("items");

        assertThat(changes.valueStream().map(change -> change.path("action").asString()))
                .startsWith("account.create", "store.change");
        assertThat(changes.at("/1/before/shopName").asString()).isEqualTo("Shop");
        assertThat(changes.at("/1/after/shopName").asString()).isEqualTo("New name");
    }

    @Test
    void withoutItsDatabaseEveryOperationSaysThatItMayWorkLater() {
        try (var cutOff = Platform.start(Map.of("STOCKROOM_DATABASE_WAIT_TIME", "250ms"))) {
            var values = AdminSamples.of(cutOff, cutOff.merchant());
            var caller = cutOff.operator();
            TestDatabase.allowConnections(cutOff.address(), false);
            for (var operation : AdminDescription.read().operations()) {
                if (operation.path(Map.of()).equals("/openapi.yaml")) {
                    continue;
                }
                var reply = caller.call(operation, values);
                assertThat(reply.status()).as(operation + ": " + reply.text()).isEqualTo(503);
                assertThat(reply.header("Retry-After")).as(operation.toString()).isPresent();
            }
        }
    }
}
