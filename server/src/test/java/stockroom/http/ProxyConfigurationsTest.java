package stockroom.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.admin.operators.Scope;
import stockroom.testing.machine.FreePort;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestLog;
import stockroom.testing.platform.TestMerchant;

/// Tests `deploy/nginx` and `deploy/haproxy` with two servers and one admin port, after changing addresses, ports and
/// the certificate. Needs `nginx`, `haproxy`, `openssl` and `curl`; `make check-dist` runs it.
@Tag("proxies")
class ProxyConfigurationsTest {
    private static final Path DEPLOY = Path.of("../deploy");
    private static final String NAME = "stock.example.com";
    private static final String ADMIN_NAME = "admin.example.com";
    private static final String CALLER = "127.0.0.9";
    private static final String STRANGER = "127.0.0.8";
    /// The caller claims this address.
    private static final String MADE_UP = "192.0.2.77";

    @TempDir
    private Path folder;

    private final Platform platform = Platform.shared();
    private final List<Platform> servers = new ArrayList<>();
    private final List<Process> proxies = new ArrayList<>();
    private final int port = FreePort.pick();
    private final int adminPort = FreePort.pick();
    private TestMerchant merchant;
    private int product;

    @BeforeEach
    void startServers() throws Exception {
        merchant = platform.merchant();
        product = merchant.product();
        merchant.withStock(product, "red", 38, 5);
        var environment = new HashMap<>(platform.environment());
        environment.put("STOCKROOM_TRUSTED_PROXIES", "127.0.0.1");
        environment.put("STOCKROOM_ADMIN_HOSTS", ADMIN_NAME);
        for (int i = 0; i < 2; i++) {
            servers.add(Platform.on(platform.address(), environment));
        }
        run("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 2 -keyout key.pem -out cert.pem"
                + " -subj /CN=%1$s -addext subjectAltName=DNS:%1$s,DNS:%2$s".formatted(NAME, ADMIN_NAME));
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
        var site = (filledIn("nginx/stockroom.conf") + filledIn("nginx/stockroom-admin.conf"))
                .replaceAll("listen \\[::]:\\d+ ssl http2;", "")
                .replace("listen 443 ", "listen 127.0.0.1:%d ".formatted(port))
                .replace("listen 9443 ", "listen 127.0.0.1:%d ".formatted(adminPort))
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
        assertServesOperatorsApart();
        assertServesAfterOneServerEnds();
    }

    @Test
    void haproxy() throws Exception {
        var all = (filledIn("haproxy/haproxy.cfg") + filledIn("haproxy/admin.cfg"))
                .replace("bind :443 ", "bind 127.0.0.1:%d ".formatted(port))
                .replace("bind :9443 ", "bind 127.0.0.1:%d ".formatted(adminPort))
                .replaceAll("/etc/haproxy/stockroom(-admin)?\\.pem", folder + "/both.pem");
        if (!System.getProperty("user.name").equals("root")) { // who alone may become another user
            all = all.replaceAll("(?m)^ +(user|group|chroot) .*$", "");
        }
        start("/usr/sbin/haproxy", "-db", "-f", write("haproxy.cfg", all));

        assertServesMerchantsAlone();
        assertServesOperatorsApart();
        assertServesAfterOneServerEnds();
    }

    private void assertServesMerchantsAlone() throws Exception {
        await().atMost(60, SECONDS).until(() -> call().endsWith(" 2 200"));
        assertThat(call()).startsWith("{\"success\":true").endsWith(" 2 200");
        assertThat(TestLog.read()).contains("\"address\":\"" + CALLER + "\"").doesNotContain(MADE_UP);

        for (var path : List.of("/admin", "/admin/v1/merchants", "/metrics", "/health", "/health/ready")) {
            // the server itself would send JSON
            assertThat(curl(path, List.of())).endsWith(" 2 404").doesNotContain("{");
        }
        Files.writeString(folder.resolve("large.json"), " ".repeat(5 << 20));
        assertThat(call("/Stock/Creat", "@" + folder.resolve("large.json"), "Content-Type: application/json"))
                .contains("BODY_TOO_LARGE")
                .endsWith(" 2 413");
    }

    private void assertServesOperatorsApart() throws Exception {
        var key = platform.operatorKey(Scope.KEYS, Duration.ofHours(1)).key().reveal();
        var signedIn = List.of("--header", "Authorization: Bearer " + key, "--header", "X-Forwarded-For: " + MADE_UP);
        assertThat(admin(ADMIN_NAME, CALLER, "/admin/v1/merchants", signedIn))
                .contains("\"next\":")
                .endsWith(" 2 200");
        // the log line is written after the response
        await().atMost(60, SECONDS)
                .untilAsserted(() -> assertThat(TestLog.read().lines())
                        .anyMatch(line ->
                                line.contains("/admin/v1/merchants") && line.contains("\"address\":\"" + CALLER))
                        .noneMatch(line -> line.contains(MADE_UP)));
        assertThat(admin(ADMIN_NAME, CALLER, "/admin/v1/merchants", List.of())).endsWith(" 2 401");
        assertThat(admin(ADMIN_NAME, CALLER, "/metrics", List.of()))
                .contains("stockroom_ready")
                .endsWith(" 2 200");
        assertThat(admin(ADMIN_NAME, CALLER, "/docs", List.of())).endsWith(" 2 200");
        // the server itself would send JSON
        assertThat(admin(ADMIN_NAME, STRANGER, "/metrics", List.of()))
                .endsWith(" 2 403")
                .doesNotContain("{");
        assertThat(admin(NAME, CALLER, "/metrics", List.of()))
                .contains("HOST_UNKNOWN")
                .endsWith(" 2 421");
        var large =
                new ArrayList<>(List.of("--data-binary", "@large.json", "--header", "Content-Type: application/json"));
        large.addAll(signedIn);
        assertThat(admin(ADMIN_NAME, CALLER, "/admin/v1/merchants", large))
                .contains("BODY_TOO_LARGE")
                .endsWith(" 2 413");
    }

    private void assertServesAfterOneServerEnds() throws Exception {
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

    private String curl(String path, List<String> options) throws Exception {
        return curl(NAME, port, CALLER, path, options);
    }

    private String admin(String name, String caller, String path, List<String> options) throws Exception {
        return curl(name, adminPort, caller, path, options);
    }

    private String curl(String name, int to, String caller, String path, List<String> options) throws Exception {
        var command = new ArrayList<>(List.of("curl", "--silent", "--max-time", "10", "--http2"));
        command.addAll(List.of("--cacert", folder + "/cert.pem", "--interface", caller));
        command.addAll(List.of("--connect-to", "%s:443:127.0.0.1:%d".formatted(name, to)));
        command.addAll(List.of("--write-out", " %{http_version} %{http_code}"));
        command.addAll(options);
        command.add("https://" + name + path);
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
        return text.replace("127.0.0.1:9080", servers.getFirst().adminUrl().substring("http://".length()))
                .replace("127.0.0.0/8", CALLER);
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
