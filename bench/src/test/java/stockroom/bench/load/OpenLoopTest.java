package stockroom.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.bench.process.Sleep;
import stockroom.bench.result.Latency;

class OpenLoopTest {
    private static final int STALL_MILLIS = 500;
    private static final int MEASUREMENTS = 5;
    private static final byte[] REQUEST = "GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /// Two connections send 200 requests a second, so a stall of half a second delays 50 requests on each.
    @Test
    @Tag("alone")
    void aStallShowsInEveryRequestThatWasDueMeanwhile() throws IOException {
        var answered = new AtomicInteger();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            int number = answered.incrementAndGet();
            Sleep.millis(number == 200 || number == 201 ? STALL_MILLIS : 0);
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write(new byte[] {'o', 'k'});
            exchange.close();
        });
        server.start();
        try {
            var load = new OpenLoop(server.getAddress().getPort(), List.of(REQUEST), 2, 200);
            var samples = load.run(0, 2);
            var latency = Latency.of(50, 200, samples);
            // measures again if the machine itself paused for most of the time
            for (int i = 1; i < MEASUREMENTS && Math.max(latency.p50(), latency.medianTenthP99()) >= 100; i++) {
                answered.set(0);
                samples = load.run(0, 2);
                latency = Latency.of(50, 200, samples);
            }

            assertThat(samples).hasSizeBetween(396, 404);
            assertThat(samples.stream().filter(sample -> sample.micros() > 100_000))
                    .hasSizeGreaterThan(60);
            assertThat(latency.max()).isGreaterThan(STALL_MILLIS - 50);
            assertThat(latency.p50()).isLessThan(100);
            // the stall spoiled five tenths of twenty
            assertThat(latency.medianTenthP99()).isLessThan(100);
        } finally {
            server.stop(0);
        }
    }
}
