package stockroom.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.http.RawConnection;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// Two requests in one packet are answered in order, and the time of one does not count against the other.
@Tag("slow")
class PipelinedRequestsTest {
    /// The time-out is longer than a pause of the machine between a response and the next request.
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(12);

    private static final Duration LONGER_THAN_ANY_TIMEOUT = IDLE_TIMEOUT.plusMillis(1_500);

    private static Platform platform;
    private static TestMerchant merchant;
    private static int product;

    @BeforeAll
    static void start() {
        platform = Platform.start(Map.of(
                "STOCKROOM_AUTH_CACHE_TIME",
                "1h",
                "STOCKROOM_READ_TIMEOUT",
                IDLE_TIMEOUT.toSeconds() + "s",
                "STOCKROOM_IDLE_TIMEOUT",
                IDLE_TIMEOUT.toSeconds() + "s",
                "STOCKROOM_REQUEST_TIMEOUT",
                "120s"));
        merchant = platform.merchant();
        product = merchant.product();
        assertThat(merchant.detail(product).success()).isTrue();
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    @Test
    void bothAreAnsweredInTheirOrder() {
        var other = merchant.product();
        merchant.withStock(product, "red", 38, 5).withStock(other, "red", 38, 7);
        try (var connection = new RawConnection(platform.port())) {
            connection.send(RawConnection.joined(stockList(product), stockList(other)));

            assertThat(stock(connection)).isEqualTo(5);
            assertThat(stock(connection)).isEqualTo(7);
        }
    }

    @Test
    void aSecondOneThatIsServedSlowlyIsNotTakenForSilence() throws Exception {
        try (var connection = new RawConnection(platform.port())) {
            try (var _ = lockStores()) {
                connection.send(RawConnection.joined(stockList(999_999), detail()));
                assertThat(answer(connection).code())
                        .as("the first, before the second is done")
                        .isEqualTo("PRODUCT_UNKNOWN");
                Thread.sleep(LONGER_THAN_ANY_TIMEOUT);
            }
            assertThat(answer(connection).success()).isTrue();

            connection.send(stockList(999_999));
            assertThat(answer(connection).code()).as("the next").isEqualTo("PRODUCT_UNKNOWN");
        }
    }

    @Test
    void aSecondOneHasAllItsTimeToArriveAfterAFirstThatIsServedSlowly() throws Exception {
        var second = stockList(999_999);
        int half = second.length / 2;
        try (var connection = new RawConnection(platform.port())) {
            try (var _ = lockStores()) {
                connection.send(RawConnection.joined(detail(), Arrays.copyOf(second, half)));
                Thread.sleep(LONGER_THAN_ANY_TIMEOUT);
            }
            assertThat(answer(connection).success()).isTrue();

            connection.send(Arrays.copyOfRange(second, half, second.length));
            assertThat(answer(connection).code()).isEqualTo("PRODUCT_UNKNOWN");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST /Stock/List", "POST /nowhere", "GET /openapi.json"})
    void ofManyRequestsThatAnUnknownCallerSendsAheadFewAreRead(String call) {
        try (var connection = new RawConnection(platform.port())) {
            connection.send(thirtyUnsigned(call));

            var answers = Stream.generate(connection::answer)
                    .takeWhile(Optional::isPresent)
                    .map(Optional::orElseThrow)
                    .toList();
            assertThat(answers).hasSizeBetween(4, 8);
            assertThat(answers.getLast().header("Connection")).contains("close");
        }
    }

    /// A caller that reads late makes the server wait in the middle of a file, and go on in another thread.
    @ParameterizedTest
    @ValueSource(ints = {0, 1_000})
    void ofManyFilesThatAnUnknownCallerAsksForAheadFewAreSent(int readAfterMillis) throws Exception {
        try (var connection = new RawConnection(platform.port())) {
            connection.send(thirtyUnsigned("GET /docs/viewer.js"));
            Thread.sleep(readAfterMillis);

            assertThat(IntStream.generate(connection::status).takeWhile(status -> status == 200))
                    .hasSizeBetween(4, 8);
        }
    }

    private static byte[] thirtyUnsigned(String call) {
        var one = RawConnection.request(
                call + " HTTP/1.1", Map.<String, String>of().entrySet(), new byte[0]);
        return new String(one, US_ASCII).repeat(30).getBytes(US_ASCII);
    }

    private static Reply answer(RawConnection connection) {
        return connection.answer().orElseThrow(() -> new AssertionError("closed without an answer"));
    }

    private static int stock(RawConnection connection) {
        return answer(connection).json().path("data").path(0).path("stock").asInt();
    }

    private static byte[] stockList(int ofProduct) {
        return request("/Stock/List", "productid=" + ofProduct);
    }

    private static byte[] detail() {
        return request("/Product/Detail", "pid=" + product);
    }

    private static byte[] request(String path, String form) {
        var headers = merchant.headers();
        headers.put("Content-Type", TestMerchant.FORM);
        return RawConnection.request("POST %s HTTP/1.1".formatted(path), headers.entrySet(), form.getBytes(US_ASCII));
    }

    private static Connection lockStores() {
        return TestDatabase.holding(platform.address(), "LOCK TABLE bound_store IN ACCESS EXCLUSIVE MODE");
    }
}
