package stockroom.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.demo.DemoStockStore.Entry;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ThreeNodes;

@Tag("slow")
class ConcurrentOperatorsTest {
    private static final int ROUNDS = 20;

    private final Platform platform = Platform.shared();
    private final Operators operator = platform.operator();
    private final TestMerchant merchant = platform.merchant();
    private final String products =
            "/merchants/%d/products".formatted(merchant.id().value());

    private static String line(String artNo, int version) {
        return "{\"artNo\":\"%s\",\"title\":\"%s, version %d\",\"price\":1,\"images\":[\"https://p.example/1.jpg\"]}"
                .formatted(artNo, artNo, version);
    }

    private static String[] lines(Random random, int version) {
        var numbers = new ArrayList<>(IntStream.range(0, 200).boxed().toList());
        Collections.shuffle(numbers, random);
        return numbers.subList(0, 100).stream()
                .map(number -> line("P" + number, version))
                .toArray(String[]::new);
    }

    @Test
    void countsStayRightWhileProductsAreReplacedDeletedAndStocked() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var work = List.<Future<?>>of(
                    threads.submit(() -> upsert(new Random(1))),
                    threads.submit(() -> upsert(new Random(2))),
                    threads.submit(() -> delete(new Random(3))),
                    threads.submit(() -> addStock(new Random(4), merchant)),
                    threads.submit(() -> addStock(new Random(5), platform.anotherAccount(merchant))));
            for (var one : work) {
                one.get();
            }
        }

        assertThat(counted("true"))
                .isEqualTo(platform.query("SELECT sum(total) FROM product_block WHERE merchant_id = "
                        + merchant.id().value()));
        assertThat(counted("has_stock"))
                .isNotEqualTo("0")
                .isEqualTo(platform.query("SELECT sum(with_stock) FROM product_block WHERE merchant_id = "
                        + merchant.id().value()));
        assertThat(counted("has_stock <> EXISTS (SELECT FROM stock_entry e WHERE e.merchant_id = p.merchant_id"
                        + " AND e.product_id = p.product_id)"))
                .isEqualTo("0");
        assertThat(counted("entries <> (SELECT count(*) FROM stock_entry e WHERE e.merchant_id = p.merchant_id"
                        + " AND e.product_id = p.product_id)"))
                .isEqualTo("0");
        assertThat(counted("NOT EXISTS (SELECT FROM product_owner o WHERE o.product_id = p.product_id)"))
                .isEqualTo("0");
        assertThat(platform.query("SELECT count(*) FROM product_owner WHERE merchant_id = "
                        + merchant.id().value()))
                .isEqualTo(counted("true"));
    }

    private String counted(String condition) {
        return platform.query("SELECT count(*) FROM product p WHERE merchant_id = %d AND %s"
                .formatted(merchant.id().value(), condition));
    }

    private void upsert(Random random) {
        for (int round = 0; round < ROUNDS; round++) {
            var reply = operator.postLines(products, lines(random, random.nextInt()));
            assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        }
    }

    private void delete(Random random) {
        for (int round = 0; round < ROUNDS * 3; round++) {
            var ids = ids();
            if (!ids.isEmpty()) {
                var reply = operator.delete(products + "/" + ids.get(random.nextInt(ids.size())));
                assertThat(reply.status()).as(reply.text()).isIn(200, 404);
            }
        }
    }

    private void addStock(Random random, TestMerchant by) {
        for (int round = 0; round < ROUNDS * 3; round++) {
            var ids = ids();
            var entries = random.ints(20, 0, Math.max(1, ids.size()))
                    .distinct()
                    .filter(i -> i < ids.size())
                    .mapToObj(i -> new Entry(ids.get(i), "red", 38, 1, "690"))
                    .toList();
            if (entries.isEmpty()) {
                continue;
            }
            try {
                platform.stock().create(by.id(), by.account(), entries);
            } catch (IllegalStateException e) {
                // one of the products was deleted meanwhile, so none gets stock
                assertThat(e).hasMessageContaining("ProductsUnknown");
            }
        }
    }

    private List<Integer> ids() {
        return operator.read(products + "?limit=1000")
                .path("items")
                .valueStream()
                .map(product -> product.path("productId").asInt())
                .collect(Collectors.toList());
    }

    @Test
    void ofTwoSecretsAddedAtOnceOneIsRefused() throws Exception {
        for (int round = 0; round < 10; round++) {
            var path = "/applications/%d/secrets".formatted(platform.merchant().appid());
            assertThat(ThreeNodes.inParallel(2, _ -> operator.post(path, "").status()))
                    .containsExactlyInAnyOrder(201, 409);
        }
    }

    @Test
    void ofTwoSecretsEndedAtOnceOneStays() throws Exception {
        for (int round = 0; round < 10; round++) {
            var path = "/applications/%d/secrets".formatted(platform.merchant().appid());
            operator.create(path, "");
            assertThat(ThreeNodes.inParallel(
                            2, slot -> operator.delete(path + "/" + (slot + 1)).status()))
                    .containsExactlyInAnyOrder(200, 409);
        }
    }
}
