package stockroom.http.bounds;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.testing.http.RawConnection;

@Tag("slow")
class ConnectionLimitTest {
    /// The limit closes fewer connections at once.
    private static final int WAITING = 400;

    private final CountDownLatch changed = new CountDownLatch(1);
    private final CountDownLatch arrived = new CountDownLatch(WAITING);

    @Test
    void newCallersTakeTheIdleConnectionWhileAllOthersWaitForTheirResponse() throws Exception {
        var server = server(WAITING + 1);
        var open = new ArrayList<RawConnection>();
        try {
            int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
            for (int i = 0; i < WAITING; i++) {
                open.add(new RawConnection(port).send(get("/wait")));
            }
            arrived.await();

            // each caller is idle once it is served, and the next one takes its place
            for (int i = 0; i < 3; i++) {
                open.add(new RawConnection(port).send(get("/now")));
                assertThat(open.getLast().status()).isEqualTo(200);
            }

            changed.countDown();
            assertThat(open.subList(0, WAITING)).allMatch(waiting -> waiting.status() == 200);
        } finally {
            changed.countDown();
            open.forEach(RawConnection::close);
            server.stop();
        }
    }

    private static String get(String path) {
        return "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(path);
    }

    private Server server(int maxConnections) throws Exception {
        var threads = new QueuedThreadPool();
        threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        var server = new Server(threads);
        var connector = new ServerConnector(server);
        server.addConnector(connector);
        server.addBean(new ConnectionLimit(maxConnections, connector));
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws InterruptedException {
                if (request.getHttpURI().getPath().equals("/wait")) {
                    arrived.countDown();
                    changed.await();
                }
                response.write(true, ByteBuffer.wrap("done".getBytes(UTF_8)), callback);
                return true;
            }
        });
        server.start();
        return server;
    }
}
