package stockroom.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.testing.platform.Platform;

/// A web page in an operator's browser cannot reach the operators' port under its own host name.
class OwnHostsTest {
    private static final Platform platform =
            Platform.start(Map.of("STOCKROOM_ADMIN_HOSTS", "stock.example.com, admin.example"));

    @AfterAll
    static void stop() {
        platform.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:9080",
                "127.0.0.1",
                "10.7.7.7:9080",
                "[::1]:9080",
                "[2001:db8::7]",
                "stock.example.com",
                "Admin.Example.:9080"
            })
    void anAddressAndANameOfItsOwnAreServed(String host) throws Exception {
        assertThat(answer("/metrics", "Host: " + host)).startsWith("HTTP/1.1 200");
        assertThat(answer("/admin/v1/merchants", "Host: " + host)).startsWith("HTTP/1.1 401");
    }

    @Test
    void theNameOfTheMachineIsServed() throws Exception {
        assertThat(answer("/metrics", "Host: " + InetAddress.getLocalHost().getHostName()))
                .startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "localhost.evil.example", "stock.example.com.evil.example:9080", "10.1"})
    void anotherNameIsRefused(String host) throws Exception {
        for (var path : new String[] {"/metrics", "/admin/v1/merchants", "/docs"}) {
            assertThat(answer(path, "Host: " + host))
                    .startsWith("HTTP/1.1 421")
                    .contains("HOST_UNKNOWN", host.split(":", 2)[0], "admin.hosts");
        }
        // the server's readiness check may time out on a busy machine
        await().atMost(60, SECONDS)
                .until(() -> answer("/health/ready", "Host: " + host).startsWith("HTTP/1.1 200"));
    }

    @Test
    void aRequestWithoutAHostIsServed() throws Exception {
        assertThat(answer("GET /metrics HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 200");
    }

    private static String answer(String path, String header) throws Exception {
        return answer("GET %s HTTP/1.1\r\n%s\r\nConnection: close\r\n\r\n".formatted(path, header));
    }

    private static String answer(String request) throws Exception {
        int port = URI.create(platform.adminUrl()).getPort();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }
}
