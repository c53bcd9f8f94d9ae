package stockroom.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stockroom.admin.operators.Scope;
import stockroom.demo.DemoStockStore.Entry;
import stockroom.testing.http.RawConnection;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// The database connection is returned before the first byte of a response is sent.
@Tag("slow")
class AnswersHoldNoConnectionTest {
    /// The response is larger than the buffers between server and caller.
    private static final int BYTES = 16 << 20;

    private static Platform platform;
    private static TestMerchant merchant;
    private static int product;

    @BeforeAll
    static void start() {
        platform = Platform.start(Map.of("STOCKROOM_DATABASE_POOL_SIZE", "4"));
        merchant = platform.merchant();
        product = merchant.products(100).getFirst();
        platform.stock()
                .create(
                        merchant.id(),
                        merchant.account(),
                        IntStream.range(0, 9_999)
                                .mapToObj(
                                        i -> new Entry(product, "colour " + i / 40, i % 40 + 1, 123_456_789, "690" + i))
                                .toList());
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    @ParameterizedTest
    @CsvSource({"/Stock/List,productid=%d", "/Stock/Product,page=1&pageSize=100", "/Product/Detail,pid=%d"})
    void aCallerThatDoesNotReadItsAnswersHoldsNone(String path, String form) {
        var headers = merchant.headers();
        headers.put("Content-Type", TestMerchant.FORM);
        var body = form.formatted(product);
        int length = merchant.post(path, TestMerchant.FORM, body).text().length();
        var request = RawConnection.request("POST " + path + " HTTP/1.1", headers.entrySet(), body.getBytes(UTF_8));

        assertThatOthersAreServedWhile(8, platform.port(), request, length);
    }

    @ParameterizedTest
    @CsvSource({"products", "stock"})
    void anOperatorThatDoesNotReadItsAnswersHoldsNone(String list) {
        var key = platform.operatorKey(Scope.READ, Duration.ofHours(1)).key().reveal();
        var path =
                "/admin/v1/merchants/%d/%s?limit=1000".formatted(merchant.id().value(), list);
        int length = platform.readOnlyOperator()
                .get(path.substring("/admin/v1".length()))
                .text()
                .length();
        var request = RawConnection.request(
                "GET " + path + " HTTP/1.1",
                Map.of("Authorization", "Bearer " + key).entrySet(),
                new byte[0]);

        assertThatOthersAreServedWhile(2, URI.create(platform.adminUrl()).getPort(), request, length);
    }

    /// Pipelines the request until the responses fill all buffers and the server cannot send.
    private static void assertThatOthersAreServedWhile(int callers, int port, byte[] request, int length) {
        var requests = new ByteArrayOutputStream();
        for (int i = 0; i <= BYTES / length; i++) {
            requests.writeBytes(request);
        }
        var other = platform.merchant();
        int others = other.product();
        long before = platform.connectionsUsed();
        var used = new StaysTheSame();
        var connections =
                Stream.generate(() -> new RawConnection(port)).limit(callers).toList();
        try {
            connections.forEach(connection -> Thread.ofVirtual().start(() -> connection.send(requests.toByteArray())));
            await().atMost(1, MINUTES).pollInterval(500, MILLISECONDS).until(() -> {
                long now = platform.connectionsUsed();
                return now > before && used.test(now) && connectionsActive() == 0;
            });

            assertThat(other.detail(others).success()).isTrue();
            assertThat(other.stockList(others).code()).isEqualTo("STOCK_NOT_ADDED");
        } finally {
            connections.forEach(RawConnection::close);
        }
    }

    private static long connectionsActive() {
        return platform.metric("hikaricp_connections_active{pool=\"stockroom\"}");
    }

    private static final class StaysTheSame {
        private long last = -1;

        boolean test(long value) {
            boolean same = value == last;
            last = value;
            return same;
        }
    }
}
