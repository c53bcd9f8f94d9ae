package stockroom.limits;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ThreeNodes;

/// A caller that waits exactly as long as it was told is admitted by any node, even if writes are slow.
@Tag("slow")
class ToldWaitTest {
    private static final int CALLERS = 50;
    private static final int WAITS = 4;

    private static final Platform PLATFORM = Platform.start(Map.of());
    private static final Platform OTHER_NODE = Platform.on(PLATFORM);

    @BeforeAll
    static void writeSlowly() {
        PLATFORM.execute("""
                CREATE FUNCTION write_slowly() RETURNS trigger LANGUAGE plpgsql
                    AS 'BEGIN PERFORM pg_sleep(0.06); RETURN NULL; END'""");
        PLATFORM.execute(
                "CREATE TRIGGER slow AFTER INSERT OR UPDATE ON stock FOR EACH STATEMENT EXECUTE FUNCTION write_slowly()");
    }

    @AfterAll
    static void stop() {
        OTHER_NODE.close();
        PLATFORM.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoeverWaitsAsToldIsAdmitted(boolean onTwoNodes) throws Exception {
        var nodes = onTwoNodes ? List.of(PLATFORM, OTHER_NODE) : List.of(PLATFORM);

        var statuses = ThreeNodes.inParallel(CALLERS, _ -> waitAsTold(nodes)).stream()
                .flatMap(List::stream)
                .toList();

        assertThat(statuses).hasSize(CALLERS * WAITS).containsOnly(200);
    }

    /// Repeatedly gets a refusal, waits and writes. A write that comes late enough takes a turn, and the next is
    /// refused.
    private static List<Integer> waitAsTold(List<Platform> nodes) {
        var merchant = PLATFORM.merchant();
        int product = merchant.product();
        var quantity = new AtomicInteger();
        assertThat(create(merchant, nodes.getFirst(), product, 0).success()).isTrue();
        return IntStream.rangeClosed(1, WAITS)
                .mapToObj(wait -> {
                    var node = nodes.get(wait % nodes.size());
                    var refused = TestMerchant.untilTooSoon(
                            () -> create(merchant, node, product, quantity.incrementAndGet()));
                    sleep(told(refused));
                    return create(merchant, nodes.get((wait + 1) % nodes.size()), product, quantity.get())
                            .status();
                })
                .toList();
    }

    @Test
    void aRepeatTellsTheTurnOnANodeThatDidNotSeeIt() {
        var merchant = PLATFORM.merchant();
        int product = merchant.product();

        long begun = System.nanoTime();
        var first = create(merchant, PLATFORM, product, 1);
        var repeated = create(merchant, OTHER_NODE, product, 1);
        var passed = Duration.ofNanos(System.nanoTime() - begun);
        sleep(told(repeated));
        var next = create(merchant, OTHER_NODE, product, 2);

        assertThat(repeated.success()).isTrue();
        assertThat(told(repeated)).isBetween(told(first).minus(passed), told(first));
        assertThat(next.success()).isTrue();
    }

    /// The same quantity is a repetition. The response is not validated, so that the wait begins when it arrives.
    private static Reply create(TestMerchant merchant, Platform node, int product, int quantity) {
        var headers = merchant.headers();
        headers.put("Content-Type", TestMerchant.JSON);
        headers.put("Idempotency-Key", "quantity-" + quantity);
        var order = """
                [{"pid":%d,"color":"red","param":[{"size":"38","stock":%d}]}]""".formatted(product, quantity);
        return merchant.sendUnchecked(
                node.baseUrl(), "POST", "/Stock/Creat", headers.entrySet(), order.getBytes(UTF_8));
    }

    private static Duration told(Reply reply) {
        return Duration.ofMillis(Long.parseLong(reply.header("Next-Turn-Ms").orElseThrow()));
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
