package stockroom.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import stockroom.bench.process.Sleep;

class OpenLoopTest {
    private static final int STALL_MILLIS = 500;
    private static final byte[] REQUEST = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);

    /// Two connections and 200 requests a second: one stall of half a second delays the 50 requests that were due in
    /// each connection's half second. Counted from when it was sent, it would be one slow request a connection.
    @Test
    void aStallShowsInEveryRequestThatWasDueMeanwhile() throws IOException {
        try (var listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> serve(listener));

            var samples = new OpenLoop(listener.getLocalPort(), List.of(REQUEST), 2, 200).run(0, 2);
            var times = Sample.micros(samples);

            assertThat(times.getTotalCount()).isBetween(396L, 404L);
            assertThat(times.getCountBetweenValues(100_000, times.getHighestTrackableValue()))
                    .isGreaterThan(60);
            assertThat(times.getMaxValue()).isGreaterThan((STALL_MILLIS - 50) * 1_000L);
            assertThat(times.getValueAtPercentile(50)).isLessThan(100_000);
            // five tenths of a second of twenty were spoiled
            assertThat(Sample.medianTenthP99(samples)).isLessThan(100_000);
        }
    }

    private static void serve(ServerSocket listener) {
        try {
            while (true) {
                var socket = listener.accept();
                Thread.ofVirtual().start(() -> answer(socket));
            }
        } catch (IOException e) {
            // the test is over
        }
    }

    /// Stalls once, at the hundredth request.
    private static void answer(Socket socket) {
        try (socket;
                var lines =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            int answered = 0;
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty()) {
                    Sleep.millis(++answered == 100 ? STALL_MILLIS : 0);
                    socket.getOutputStream().write(ANSWER);
                }
            }
        } catch (IOException e) {
            // the test is over
        }
    }
}
