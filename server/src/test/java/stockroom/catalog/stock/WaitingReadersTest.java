package stockroom.catalog.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

/// Thousands of callers that wait for changes cost a node little memory and the database almost nothing.
@Tag("slow")
class WaitingReadersTest {
    private static final boolean FULL = Boolean.getBoolean("ledger.full");
    private static final int READERS = FULL ? 5_000 : 200;
    private static final int PER_ACCOUNT = 4;
    private static final int CONNECTIONS = 1_900;

    /// The server would refuse more requests at once.
    private static final int AT_ONCE = 100;

    private static final int SECONDS = FULL ? 15 : 3;
    /// The wait is longer than opening all connections and measuring the heap.
    private static final int WAIT = 30;

    @Test
    void manyWaitAndCostLittle() throws Exception {
        try (var platform = Platform.start(Map.of())) {
            try (var server = new ServerProcess(platform.environment(), ServerProcess.AS_DISTRIBUTED)) {
                server.baseUrl();
                var requests = requests(platform);
                long heapBefore = server.liveHeapBytes();
                var sockets = new ArrayList<Socket>();
                try {
                    open(requests, server, sockets);
                    double heap = (server.liveHeapBytes() - heapBefore) / 1e6;
                    long begun = System.nanoTime();
                    double before = statements(server);
                    Thread.sleep(Duration.ofSeconds(SECONDS));
                    double perSecond = (statements(server) - before) * 1e9 / (System.nanoTime() - begun);

                    System.out.printf("%d waiting: %.0f MB more, %.1f statements/s%n", READERS, heap, perSecond);
                    Figures.write("waiting-readers-memory", heap, "MB", "<= 150", heap <= 150);
                    Figures.write("waiting-readers-statements", perSecond, "statements/s", "<= 50", perSecond <= 50);
                    assertThat(heap).isLessThan(150);
                    assertThat(perSecond).isLessThan(50);

                    // each call queries the database once more when its wait ends
                    for (var socket : sockets) {
                        assertThat(statusLine(socket)).isEqualTo("HTTP/1.1 200 OK");
                    }
                    double atEnd = statements(server) - before;
                    System.out.printf("%d whose time is up: %.0f statements%n", READERS, atEnd);
                } finally {
                    for (var socket : sockets) {
                        socket.close();
                    }
                }
            }
        }
    }

    /// Builds all requests before the first is sent, since their waits end.
    private static List<byte[]> requests(Platform platform) {
        var requests = new ArrayList<byte[]>();
        while (requests.size() < READERS) {
            var reader = platform.merchant();
            var body = TestMerchant.form(
                    "cursor", reader.changes().json().path("cursor").asString(), "wait", WAIT);
            var head = new StringBuilder("POST /Stock/Changes HTTP/1.1\r\nHost: x\r\n");
            reader.headers().forEach((name, value) -> head.append("%s: %s\r\n".formatted(name, value)));
            head.append("Content-Type: %s\r\nContent-Length: %d\r\n\r\n".formatted(TestMerchant.FORM, body.length()));
            var request = (head + body).getBytes(StandardCharsets.US_ASCII);
            requests.addAll(Collections.nCopies(PER_ACCOUNT, request));
        }
        return requests;
    }

    private static void open(List<byte[]> requests, ServerProcess server, List<Socket> sockets) throws IOException {
        int port = Integer.parseInt(server.baseUrl().replaceFirst(".*:", ""));
        for (int i = 0; i < READERS; i++) {
            var socket = new Socket();
            sockets.add(socket);
            socket.bind(new InetSocketAddress(
                    InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (2 + i / CONNECTIONS)}), 0));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.getOutputStream().write(requests.get(i));
            if (sockets.size() % AT_ONCE == 0) {
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> server.metric("stockroom_changes_waiting") == sockets.size());
            }
        }
    }

    private static String statusLine(Socket socket) throws IOException {
        socket.setSoTimeout(60_000);
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII)).readLine();
    }

    /// Counts borrowed connections, because the database's own count can be ten seconds late.
    private static double statements(ServerProcess server) {
        return server.metric("hikaricp_connections_usage_seconds_count");
    }
}
