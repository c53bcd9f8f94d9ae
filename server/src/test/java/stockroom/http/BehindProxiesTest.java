package stockroom.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// Uses the proxies' default settings. Needs `nginx`, `haproxy` and `curl`; `make check-dist` runs it.
@Tag("proxies")
class BehindProxiesTest {
    private static final String FORM = "/Stock/List";

    @TempDir
    private Path folder;

    private final Platform platform = Platform.shared();
    private final List<Process> processes = new ArrayList<>();
    private TestMerchant merchant;
    private int product;

    @BeforeEach
    void stock() {
        merchant = platform.merchant();
        product = merchant.product();
        merchant.withStock(product, "red", 38, 5);
        merchant.products(99);
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (var process : processes) {
            process.destroy();
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    /// By default nginx speaks HTTP/1.0 to a server.
    @Test
    void nginxWithItsDefaultSettings() throws Exception {
        int port = freePort();
        start(
                "/usr/sbin/nginx",
                "nginx.conf",
                """
                daemon off;
                user %4$s;
                pid %1$s/nginx.pid;
                error_log %1$s/error.log;
                events {}
                http {
                    access_log off;
                    client_body_temp_path %1$s/body;
                    proxy_temp_path %1$s/proxy;
                    fastcgi_temp_path %1$s/fastcgi;
                    uwsgi_temp_path %1$s/uwsgi;
                    scgi_temp_path %1$s/scgi;
                    server {
                        listen 127.0.0.1:%2$d;
                        location / { proxy_pass http://127.0.0.1:%3$d; }
                    }
                }
                """.formatted(folder, port, platform.port(), System.getProperty("user.name")),
                "-p",
                folder.toString(),
                "-c");

        assertServes(port);
    }

    @Test
    void haproxyWithItsHealthCheck() throws Exception {
        int port = freePort();
        start(
                "/usr/sbin/haproxy",
                "haproxy.cfg",
                """
                defaults
                    mode http
                    timeout connect 2s
                    timeout client 30s
                    timeout server 30s
                    option httpchk GET /health/ready
                frontend one
                    bind 127.0.0.1:%1$d
                    default_backend one
                backend one
                    server stockroom 127.0.0.1:%2$d check inter 200 port %3$d
                """.formatted(
                        port, platform.port(), URI.create(platform.healthUrl()).getPort()),
                "-db",
                "-f");

        assertServes(port);
    }

    private void assertServes(int port) throws Exception {
        var base = "http://127.0.0.1:" + port;
        await().atMost(60, SECONDS).until(() -> isThere(base));
        for (int i = 0; i < 20; i++) {
            var list = merchant.postTo(base, FORM, TestMerchant.FORM, "productid=" + product);
            assertThat(list.success()).as(list.text()).isTrue();
        }
        var page = merchant.postTo(base, "/Stock/Product", TestMerchant.FORM, "page=1&pageSize=100");
        assertThat(page.json().path("data").size()).isEqualTo(100);
        var refused = merchant.withSecret(merchant.token()).postTo(base, FORM, TestMerchant.FORM, "productid=1");
        assertThat(refused.code()).isEqualTo("SIGN_MISMATCH");
        Thread.sleep(2_000);
        var created = merchant.postTo(base, "/Stock/Creat", TestMerchant.JSON, order());
        assertThat(created.text()).matches("\\{\"success\":true,\"msg\":\"\",\"push\":(\\d+|null)}");
    }

    /// Returns an order of 299 colours and 9,867 entries, nearly all that a product may have.
    private String order() {
        return IntStream.range(0, 300)
                .mapToObj(i -> """
                        {"pid":%d,"color":"colour %d","param":[{"size":"1-33","stock":1}]}""".formatted(product, i + 1))
                .limit(299)
                .collect(Collectors.joining(",", "[", "]"));
    }

    private boolean isThere(String base) {
        try {
            return merchant.postTo(base, FORM, TestMerchant.FORM, "productid=" + product)
                            .status()
                    == 200;
        } catch (UncheckedIOException | AssertionError e) {
            // the proxy does not listen yet, or has not found the server
            return false;
        }
    }

    private void start(String program, String file, String configuration, String... options) throws IOException {
        assertThat(Path.of(program)).as("is it installed?").exists();
        var settings = Files.writeString(folder.resolve(file), configuration);
        var command = new ArrayList<>(List.of(program));
        command.addAll(List.of(options));
        command.add(settings.toString());
        processes.add(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(file + ".log").toFile())
                .start());
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
