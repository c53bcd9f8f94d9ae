package stockroom.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.http.RawConnection;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

/// A server with a small heap takes no more connections than it has room for, and says so (docs/decisions/0010).
@Tag("slow")
class ConnectionMemoryTest {
    private static final String OPTIONS = "-XX:TieredStopAtLevel=1 -Xmx64m";
    private static final Pattern SAID =
            Pattern.compile("max-connections: (\\d+), but a heap of (\\d+) MB has room for (\\d+)");

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
            int room = room(server);
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
            assertThat(server.log()).doesNotContain("OutOfMemoryError");
        } finally {
            open.forEach(RawConnection::close);
        }
    }

    @Test
    void itSaysSoOnlyWhenMoreAreAllowedThanThereIsRoomFor() {
        int room = room(server);
        try (var justRight = new ServerProcess(allowing(room), OPTIONS);
                var oneTooMany = new ServerProcess(allowing(room + 1), OPTIONS)) {
            assertThat(justRight.baseUrl()).isNotEmpty();
            assertThat(justRight.log()).doesNotContain("has room for");
            assertThat(room(oneTooMany)).isEqualTo(room);
            assertThat(oneTooMany.log()).contains("max-connections: %d,".formatted(room + 1));
        }
    }

    /// As the server says once it serves: half of the heap but for what it keeps itself, at 20 KB each.
    private static int room(ServerProcess process) {
        assertThat(process.baseUrl()).isNotEmpty();
        var said = SAID.matcher(process.log());
        assertThat(said.find()).as(process.log()).isTrue();
        long megabytes = Long.parseLong(said.group(2));
        int room = Integer.parseInt(said.group(3));
        assertThat(megabytes).isBetween(56L, 64L);
        assertThat((long) room).isBetween(roomIn(megabytes), roomIn(megabytes + 1));
        return room;
    }

    private static long roomIn(long megabytes) {
        return ((megabytes << 20) / 2 - (16 << 20)) / 20_000;
    }

    private static Map<String, String> allowing(int connections) {
        var environment = new HashMap<>(platform.environment());
        environment.put("STOCKROOM_MAX_CONNECTIONS", Integer.toString(connections));
        return environment;
    }

    private static void assertServed(RawConnection connection) {
        assertThat(connection.send(request).answer().orElseThrow().code()).isEqualTo("PRODUCT_UNKNOWN");
    }
}
