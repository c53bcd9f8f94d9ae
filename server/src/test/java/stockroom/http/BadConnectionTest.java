package stockroom.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.testing.http.FailureAssertions;
import stockroom.testing.http.RawConnection;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// Requests that no client library would send are refused at once, or the connection is closed.
@Tag("slow")
class BadConnectionTest {
    private static final String BODY = "productid=1";
    private static Platform platform;
    /// Uses the same database, with time-outs short enough for a test.
    private static Platform hasty;

    private static TestMerchant merchant;

    @BeforeAll
    static void warmUp() {
        platform = Platform.start(Map.of("STOCKROOM_AUTH_CACHE_TIME", "1h"));
        var settings = new HashMap<>(platform.environment());
        settings.put("STOCKROOM_READ_TIMEOUT", "1s");
        settings.put("STOCKROOM_IDLE_TIMEOUT", "2s");
        hasty = Platform.on(platform.address(), settings);
        merchant = platform.merchant();
        for (int i = 0; i < 50; i++) {
            merchant.stockList(1);
            try (var connection = new RawConnection(platform.port())) {
                connection.send(head("") + "Content-Length: x\r\n\r\n").answer();
            }
        }
    }

    @AfterAll
    static void stop() {
        hasty.close();
        platform.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Content-Length: -5|400|REQUEST_MALFORMED",
                "Content-Length: +11|400|REQUEST_MALFORMED",
                "Content-Length: 0xb|400|REQUEST_MALFORMED",
                "Content-Length: 11, 11|400|REQUEST_MALFORMED",
                "Content-Length: 99999999999999999999999|400|REQUEST_MALFORMED",
                "Content-Length: 9223372036854775807|413|BODY_TOO_LARGE",
                "Content-Length: 9437184|413|BODY_TOO_LARGE",
                "Content-Length: 4194305|413|BODY_TOO_LARGE",
                "Content-Length: 11~Content-Length: 11|400|REQUEST_MALFORMED",
                "Content-Length: 11~Content-Length: 12|400|REQUEST_MALFORMED",
                "Content-Length: 5|400|PARAMETER_MISSING",
                "Content-Length: 11~Transfer-Encoding: chunked|400|REQUEST_MALFORMED",
                "Content-Length: 11~Transfer-Encoding: identity|400|REQUEST_MALFORMED",
                "Transfer-Encoding: gzip, chunked|400|REQUEST_MALFORMED",
                "Transfer-Encoding: xchunked|400|REQUEST_MALFORMED",
                "Transfer-Encoding: chunked~Transfer-Encoding: identity|400|REQUEST_MALFORMED",
                "Transfer-Encoding: chunked~~-1|400|REQUEST_MALFORMED",
                "Transfer-Encoding: chunked~~x|400|REQUEST_MALFORMED",
                "Transfer-Encoding: chunked~~b;a=b|400|REQUEST_MALFORMED",
                "Content-Encoding: gzip~Content-Length: 11|400|REQUEST_MALFORMED",
                "Content-Length: 11~Host: other|400|REQUEST_MALFORMED",
                "Content-Length: 11~Content-Type: text/plain|400|HEADER_REPEATED",
                "Content-Length: 11~appid: 1|400|HEADER_REPEATED",
                "Content-Length: 11~sign: 1|400|HEADER_REPEATED",
                "Content-Length: 11~timestamp: 1|400|HEADER_REPEATED",
                "Content-Length: 11~ACCESSTOKEN: 1|400|HEADER_REPEATED",
                "Content-Length: 11~no colon|400|REQUEST_MALFORMED",
                "Content-Length: 11~a name: x|400|REQUEST_MALFORMED",
                "Content-Length: 11~X: folded~ line|400|REQUEST_MALFORMED",
                "Content-Length: 11~X: a\u0000b|400|REQUEST_MALFORMED"
            })
    void aFramingThatCouldBeReadTwoWaysIsRefused(String headers, int status, String code) {
        var reply = refused(head(headers.replace("~", "\r\n") + "\r\n") + "\r\n" + BODY);

        assertThat(reply.status()).as(reply.text()).isEqualTo(status);
        assertThat(reply.code()).isEqualTo(code);
    }

    @Test
    void headersBeyondBoundsAreRefused() {
        for (var headers : new String[] {"X: " + "x".repeat(100_000) + "\r\n", "X: x\r\n".repeat(10_000)}) {
            var reply = refused(head(headers) + "Content-Length: 11\r\n\r\n" + BODY);
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.code()).isEqualTo("REQUEST_MALFORMED");
        }
    }

    @ParameterizedTest
    @CsvSource({"appid,APP_UNKNOWN", "sign,SIGN_INVALID", "timestamp,TIMESTAMP_INVALID", "accesstoken,TOKEN_INVALID"})
    void brokenUtf8InAHeaderIsAWrongValue(String header, String code) {
        var headers = merchant.headers();
        headers.put(header, "\u00c3(\u00ff");
        headers.put("Content-Type", TestMerchant.FORM);
        var request = RawConnection.request("POST /Stock/List HTTP/1.1", headers.entrySet(), BODY.getBytes(US_ASCII));
        var reply = refused(new String(request, ISO_8859_1));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/Stock/List/",
                "//Stock/List",
                "/stock/list",
                "/Stock/%4Cist",
                "/Stock/List;x=1",
                "/Stock/./List",
                "/Product/../Stock/List",
                "http://localhost/Stock/Lists",
                "/",
                "/metrics",
                "/health/live"
            })
    void onlyTheExactPathsAreKnown(String path) {
        var reply = refused(good().replace("/Stock/List", path));

        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.code()).isEqualTo("PATH_UNKNOWN");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "X"})
    void otherMethodsThanPostAreRefused(String method) {
        var reply = refused(good().replaceFirst("POST", method));

        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.header("Allow")).contains("POST");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST Stock/List", "POST *", "POST /Stock/%00", "CONNECT /Stock/List"})
    void aTargetThatIsNoneIsRefused(String line) {
        var reply = refused(good().replaceFirst("POST /Stock/List", line));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo("REQUEST_MALFORMED");
    }

    @Test
    void headIsAnsweredWithoutABodySoThatTheNextAnswerIsNotMisread() {
        try (var connection = new RawConnection(platform.port())) {
            assertThat(connection
                            .send(good().replaceFirst("POST", "HEAD"))
                            .answerToHead()
                            .orElseThrow()
                            .status())
                    .isEqualTo(405);
            assertThat(connection.send(good()).answer().orElseThrow().status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /Stock/List\r\n\r\n",
                "POST /Stock/List HTTP/1.0\r\n\r\n",
                "\u0001\u0002\u0003\r\n\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n",
                "PO\u0000ST /Stock/List HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "POST /Stock/L ist HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "POST /Stock/% HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "POST  HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "POST /Stock/List HTTP/1.1\r\n\r\n",
                "POST /Stock/List HTTP/1.1\nHost: localhost\n\n"
            })
    void whatIsNotHttpIsAnswered400OrNotAtAll(String bytes) {
        try (var connection = new RawConnection(hasty.port())) {
            connection.send(bytes).answer().ifPresent(reply -> {
                FailureAssertions.assertFailure(reply);
                assertThat(reply.status()).isEqualTo(400);
            });
            assertThat(connection.closedByServer()).isTrue();
        }
    }

    @Test
    void anEndlessChunkedBodyIsAnswered413AtItsLimitAndCutOffSoonAfter() {
        var chunk = ("10000\r\n" + "x".repeat(0x10000) + "\r\n").getBytes(US_ASCII);
        // tries again if sending took longer than a body may take
        await().atMost(60, SECONDS).until(() -> {
            try (var connection = new RawConnection(hasty.port())) {
                connection.send(head("Transfer-Encoding: chunked\r\n") + "\r\n");
                for (int sent = 0; sent <= 4 << 20; sent += 0x10000) {
                    connection.send(chunk);
                }
                var reply = connection.answer();
                if (reply.isEmpty() || reply.get().msg().contains("did not arrive in time")) {
                    return false;
                }
                FailureAssertions.assertFailure(reply.get());
                assertThat(reply.get().status()).isEqualTo(413);
                assertCutOff(connection, chunk);
                return true;
            }
        });
    }

    @Test
    void anEndlessLineInAChunkedBodyIsCutOff() {
        try (var connection = new RawConnection(hasty.port())) {
            connection.send(head("Transfer-Encoding: chunked\r\n") + "\r\n");
            assertCutOff(connection, "0".repeat(0x10000).getBytes(US_ASCII));
        }
    }

    /// The bound includes some megabytes in the buffers of two sockets.
    private static void assertCutOff(RawConnection connection, byte[] more) {
        int sent = 0;
        while (connection.open() && sent <= 32 << 20) {
            connection.send(more);
            sent += more.length;
        }
        assertThat(sent).isLessThanOrEqualTo(32 << 20);
    }

    @Test
    void aRequestThatDripsInIsCutOffWhenItsTimeIsUp() throws InterruptedException {
        long start = System.nanoTime();
        try (var connection = new RawConnection(hasty.port())) {
            for (var b : good().getBytes(US_ASCII)) {
                connection.send(new byte[] {b});
                Thread.sleep(30);
                if (!connection.open()) {
                    break;
                }
            }
            assertThat(connection.open()).isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(900));
        }
    }

    @Test
    void aBodyThatNeverComesIsNotWaitedFor() {
        assertCutOffAfter(900, head("Content-Length: 50\r\n") + "\r\n" + BODY);
        assertCutOffAfter(900, head("Transfer-Encoding: chunked\r\n") + "\r\n5\r\nprod");
        assertCutOffAfter(900, head("Transfer-Encoding: chunked\r\n") + "\r\n7fffffff\r\nprod");
    }

    @Test
    void aConnectionThatSaysNothingIsClosed() {
        assertCutOffAfter(1_900, "");
    }

    @Test
    void aCallerThatDoesNotReadItsAnswersIsCutOff() {
        merchant.products(100);
        var form = "page=1&pageSize=100".getBytes(US_ASCII);
        var headers = new HashMap<>(merchant.headers());
        headers.put("Content-Type", TestMerchant.FORM);
        var request = RawConnection.request("POST /Stock/Product HTTP/1.1", headers.entrySet(), form);
        try (var connection = new RawConnection(hasty.port())) {
            for (int i = 0; i < 2_000; i++) {
                connection.send(request);
            }
            // the server closes the connection if it could not send a response for too long
            await().atMost(60, SECONDS).until(() -> !connection.send("x").open());
            await().atMost(60, SECONDS).until(() -> requestsInProgress() == 0);
        }
    }

    private static int requestsInProgress() {
        return hasty.admin("/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith("stockroom_requests_in_progress "))
                .mapToInt(line -> (int) Double.parseDouble(line.split(" ", 2)[1]))
                .sum();
    }

    private static void assertCutOffAfter(int millis, String sent) {
        long start = System.nanoTime();
        try (var connection = new RawConnection(hasty.port())) {
            connection.send(sent).answer().ifPresent(FailureAssertions::assertFailure);
            assertThat(connection.closedByServer()).isTrue();
            // earlier than with the default time-out
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(millis), Duration.ofSeconds(18));
        }
    }

    private static Reply refused(String bytes) {
        // tries again if another task used a connection
        var reply = await("an answer for which no connection is used")
                .pollDelay(Duration.ZERO)
                .atMost(60, SECONDS)
                .until(() -> answeredWithoutConnection(bytes), Optional::isPresent)
                .orElseThrow();
        FailureAssertions.assertFailure(reply);
        return reply;
    }

    private static Optional<Reply> answeredWithoutConnection(String bytes) {
        long before = platform.connectionsUsed();
        var reply = FailureAssertions.answeredAtOnce(() -> answer(bytes));
        return platform.connectionsUsed() == before ? Optional.of(reply) : Optional.empty();
    }

    private static Reply answer(String bytes) {
        try (var connection = new RawConnection(platform.port())) {
            return connection.send(bytes).answer().orElseThrow();
        }
    }

    private static String good() {
        return head("Content-Length: 11\r\n") + "\r\n" + BODY;
    }

    private static String head(String more) {
        var head = new StringBuilder("POST /Stock/List HTTP/1.1\r\nHost: localhost\r\n");
        merchant.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        return head.append("Content-Type: application/x-www-form-urlencoded\r\n")
                .append(more)
                .toString();
    }
}
