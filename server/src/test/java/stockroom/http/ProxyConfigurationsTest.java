package stockroom.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.testing.machine.FreePort;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestLog;
import stockroom.testing.platform.TestMerchant;

/// The files in `deploy/nginx` and `deploy/haproxy` as operators get them, but for addresses, ports and the
/// certificate, in front of two servers. Needs `nginx`, `haproxy`, `openssl` and `curl`; `make check-dist` runs it.
@Tag("proxies")
class ProxyConfigurationsTest {
    private static final Path DEPLOY = Path.of("../deploy");
    private static final String NAME = "stock.example.com";
    private static final String CALLER = "127.0.0.9";
    /// What a caller says of itself.
    private static final String MADE_UP = "192.0.2.77";

    @TempDir
    private Path folder;

    private final Platform platform = Platform.shared();
    private final List<Platform> servers = new ArrayList<>();
    private final List<Process> proxies = new ArrayList<>();
    private final int port = FreePort.pick();
    private TestMerchant merchant;
    private int product;

    @BeforeEach
    void startServers() throws Exception {
        merchant = platform.merchant();
        product = merchant.product();
        merchant.withStock(product, "red", 38, 5);
        var environment = new HashMap<>(platform.environment());
        environment.put("STOCKROOM_TRUSTED_PROXIES", "127.0.0.1");
        for (int i = 0; i < 2; i++) {
            servers.add(Platform.on(platform.address(), environment));
        }
        run("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 2 -keyout key.pem -out cert.pem"
                + " -subj /CN=%1$s -addext subjectAltName=DNS:%1$s".formatted(NAME));
        Files.writeString(
                folder.resolve("both.pem"),
                Files.readString(folder.resolve("cert.pem")) + Files.readString(folder.resolve("key.pem")));
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (var proxy : proxies) {
            proxy.destroy();
            assertThat(proxy.waitFor(10, SECONDS)).isTrue();
        }
        servers.forEach(Platform::close);
    }

    @Test
    void nginx() throws Exception {
        var site = filledIn("nginx/stockroom.conf")
                .replace("listen [::]:443 ssl http2;", "")
                .replace("listen 443 ", "listen 127.0.0.1:%d ".formatted(port))
                .replace("/etc/ssl/certs/stockroom.pem", folder + "/cert.pem")
                .replace("/etc/ssl/private/stockroom.key", folder + "/key.pem");
        var paths = new StringBuilder();
        for (var kind : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) {
            paths.append("%s_temp_path %s/%s;%n".formatted(kind, folder, kind));
        }
        var all = """
                daemon off; user %s; pid %s/nginx.pid; error_log stderr; events {}
                http { access_log off; %s %s }
                """.formatted(System.getProperty("user.name"), folder, paths, site);
        start("/usr/sbin/nginx", "-p", folder.toString(), "-c", write("nginx.conf", all));

        assertServesMerchantsAlone();
    }

    @Test
    void haproxy() throws Exception {
        var all = filledIn("haproxy/haproxy.cfg")
                .replace("bind :443 ", "bind 127.0.0.1:%d ".formatted(port))
                .replace("/etc/haproxy/stockroom.pem", folder + "/both.pem");
        if (!System.getProperty("user.name").equals("root")) { // who alone may become another user
            all = all.replaceAll("(?m)^ +(user|group|chroot) .*$", "");
        }
        start("/usr/sbin/haproxy", "-db", "-f", write("haproxy.cfg", all));

        assertServesMerchantsAlone();
    }

    private void assertServesMerchantsAlone() throws Exception {
        await().atMost(60, SECONDS).until(() -> call().endsWith(" 2 200"));
        assertThat(call()).startsWith("{\"success\":true").endsWith(" 2 200");
        assertThat(TestLog.read()).contains("\"address\":\"" + CALLER + "\"").doesNotContain(MADE_UP);

        for (var path : List.of("/admin", "/admin/v1/merchants", "/metrics", "/health", "/health/ready")) {
            // the server itself would answer JSON
            assertThat(curl(path, List.of())).endsWith(" 2 404").doesNotContain("{");
        }
        Files.writeString(folder.resolve("large.json"), " ".repeat(5 << 20));
        assertThat(call("/Stock/Creat", "@" + folder.resolve("large.json"), "Content-Type: application/json"))
                .contains("BODY_TOO_LARGE")
                .endsWith(" 2 413");

        servers.removeFirst().close();
        for (int i = 0; i < 20; i++) {
            assertThat(call()).startsWith("{\"success\":true");
        }
    }

    private String call() throws Exception {
        return call("/Stock/List", "productid=" + product, "X-Forwarded-For: " + MADE_UP);
    }

    private String call(String path, String data, String header) throws Exception {
        var options = new ArrayList<>(List.of("--data-binary", data, "--header", header));
        merchant.headers().forEach((name, value) -> options.addAll(List.of("--header", name + ": " + value)));
        return curl(path, options);
    }

    /// Answers the body, the version of HTTP and the status.
    private String curl(String path, List<String> options) throws Exception {
        var command = new ArrayList<>(List.of("curl", "--silent", "--max-time", "10", "--http2"));
        command.addAll(List.of("--cacert", folder + "/cert.pem", "--interface", CALLER));
        command.addAll(List.of("--connect-to", "%s:443:127.0.0.1:%d".formatted(NAME, port)));
        command.addAll(List.of("--write-out", " %{http_version} %{http_code}"));
        command.addAll(options);
        command.add("https://" + NAME + path);
        return run(command);
    }

    private String run(String command) throws Exception {
        return run(List.of(command.split(" ")));
    }

    private String run(List<String> command) throws Exception {
        var process = new ProcessBuilder(command).directory(folder.toFile()).start();
        var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed;
    }

    private String filledIn(String file) throws IOException {
        var text = Files.readString(DEPLOY.resolve(file));
        for (var server : Map.of("10.0.0.11", servers.getFirst(), "10.0.0.12", servers.getLast())
                .entrySet()) {
            int healthPort = URI.create(server.getValue().healthUrl()).getPort();
            text = text.replace(server.getKey() + ":8080 port 8081", server.getKey() + ":8080 port " + healthPort)
                    .replace(
                            server.getKey() + ":8080",
                            "127.0.0.1:" + server.getValue().port());
        }
        return text;
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private void start(String... command) throws IOException {
        assertThat(Path.of(command[0])).as("is it installed?").exists();
        proxies.add(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start());
    }
}
