package stockroom.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.http.RawConnection;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

/// A server with a small heap takes no more connections than it has room for (docs/decisions/0010).
@Tag("slow")
class ConnectionMemoryTest {
    private static final String OPTIONS = "-XX:TieredStopAtLevel=1 -Xmx64m";

    private static Platform platform;
    private static ServerProcess server;
    private static byte[] request;

    @BeforeAll
    static void start() {
        platform = Platform.shared();
        server = new ServerProcess(platform.environment(), OPTIONS);
        var headers = platform.merchant().headers();
        headers.put("Content-Type", TestMerchant.FORM);
        request = RawConnection.request(
                "POST /Stock/List HTTP/1.1", headers.entrySet(), "productid=999999".getBytes(US_ASCII));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void asManyAsThereIsRoomForAreServedAndTheNextWaitsUntilOneLeaves() throws Exception {
        var open = new ArrayDeque<RawConnection>();
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            int port = URI.create(server.baseUrl()).getPort();
            int room = room();
            for (int i = 0; i < room; i++) {
                open.add(new RawConnection(port));
                assertServed(open.getLast());
            }

            var oneMore = new RawConnection(port).send(request);
            open.add(oneMore);
            var answer = callers.submit(() -> oneMore.answer().orElseThrow());
            Thread.sleep(1_000);
            assertThat(answer.isDone()).as("the one there is no room for").isFalse();
            // a probe has less than a second, which a busy machine may not give it
            await("operators have connections of their own")
                    .atMost(60, SECONDS)
                    .until(() ->
                            SimpleHttp.get(server.adminUrl() + "/health/ready").status() == 200);

            open.remove().close();
            assertThat(answer.get(60, SECONDS).code()).isEqualTo("PRODUCT_UNKNOWN");
            open.forEach(ConnectionMemoryTest::assertServed);
            assertThat(server.log()).doesNotContain("OutOfMemoryError", "connections");
        } finally {
            open.forEach(RawConnection::close);
        }
    }

    /// Half of the heap but for what the server keeps itself, at 20 KB each.
    private static int room() {
        long heap = (long) server.metric("jvm_memory_max_bytes{area=\"heap\"");
        assertThat(heap >> 20).isBetween(56L, 64L);
        return (int) ((heap / 2 - (16 << 20)) / 20_000);
    }

    private static void assertServed(RawConnection connection) {
        assertThat(connection.send(request).answer().orElseThrow().code()).isEqualTo("PRODUCT_UNKNOWN");
    }
}
