package stockroom.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.util.ArrayDeque;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.http.RawConnection;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

/// A server with a small heap accepts no more connections than fit (docs/decisions/0010).
@Tag("slow")
class ConnectionMemoryTest {
    private static final String OPTIONS = "-XX:TieredStopAtLevel=1 -Xmx64m";

    private static Platform platform;
    private static ServerProcess server;
    private static TestMerchant merchant;
    private static byte[] request;

    @BeforeAll
    static void start() {
        platform = Platform.shared();
        server = new ServerProcess(platform.environment(), OPTIONS);
        merchant = platform.merchant();
        request = request("/Stock/List", "productid=999999");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void whenThereIsNoRoomForMoreThoseThatAreSilentLeaveAndThoseThatWaitAreAnswered() throws Exception {
        var open = new ArrayDeque<RawConnection>();
        try {
            int port = URI.create(server.baseUrl()).getPort();
            int room = room();
            var cursor = merchant.changes().json().path("cursor").asString();
            var waiting = new RawConnection(port).send(request("/Stock/Changes", "wait=5&cursor=" + cursor));
            open.add(waiting);
            for (int i = 1; i < room; i++) {
                open.add(new RawConnection(port));
                assertServed(open.getLast());
            }

            for (int i = 0; i < 5; i++) {
                open.add(new RawConnection(port));
                assertServed(open.getLast());
            }
            // the server's readiness check may time out on a busy machine
            await("operators have connections of their own")
                    .atMost(60, SECONDS)
                    .until(() ->
                            SimpleHttp.get(server.adminUrl() + "/health/ready").status() == 200);
            assertThat(waiting.answer().orElseThrow().success()).isTrue();
            assertThat(server.log()).doesNotContain("OutOfMemoryError", "connections");
        } finally {
            open.forEach(RawConnection::close);
        }
    }

    private static byte[] request(String path, String form) {
        var headers = merchant.headers();
        headers.put("Content-Type", TestMerchant.FORM);
        return RawConnection.request("POST %s HTTP/1.1".formatted(path), headers.entrySet(), form.getBytes(US_ASCII));
    }

    /// Returns how many connections of 20 KB fit into half of the heap without the server's own part.
    private static int room() {
        long heap = (long) server.metric("jvm_memory_max_bytes{area=\"heap\"");
        assertThat(heap >> 20).isBetween(56L, 64L);
        return (int) ((heap / 2 - (16 << 20)) / 20_000);
    }

    private static void assertServed(RawConnection connection) {
        assertThat(connection.send(request).answer().orElseThrow().code()).isEqualTo("PRODUCT_UNKNOWN");
    }
}
