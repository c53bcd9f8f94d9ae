package stockroom.people;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.testing.machine.FreePort;
import stockroom.testing.platform.Platform;

/// The logs of `deploy/nginx` and `deploy/haproxy` have no secret of a link, even if no server answers. Needs
/// `nginx`, `haproxy`, `openssl` and `curl`; `make check-dist` runs it.
@Tag("proxies")
class LinksBehindProxiesTest {
    private static final Path DEPLOY = Path.of("../deploy");
    private static final String NAME = "console.example.com";
    private static final String SECRET = "secret-of-a-link-0123456789-0123456789-0123";

    @TempDir
    private Path folder;

    private final Platform platform = Platform.start(Map.of("STOCKROOM_CONSOLE_URL", "https://" + NAME));
    private final int port = FreePort.pick();
    private final List<Process> proxies = new ArrayList<>();

    @BeforeEach
    void certificate() throws Exception {
        run(List.of(("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 2 -keyout key.pem"
                        + " -out cert.pem -subj /CN=%1$s -addext subjectAltName=DNS:%1$s")
                .formatted(NAME)
                .split(" ", -1)));
        Files.writeString(
                folder.resolve("both.pem"),
                Files.readString(folder.resolve("cert.pem")) + Files.readString(folder.resolve("key.pem")));
    }

    @AfterEach
    void stop() throws InterruptedException {
        platform.close();
        for (var proxy : proxies) {
            proxy.destroy();
            assertThat(proxy.waitFor(10, SECONDS)).isTrue();
        }
    }

    @Test
    void nginx() throws Exception {
        var site = filledIn("nginx/stockroom-console.conf")
                .replaceAll("listen \\[::]:\\d+ ssl http2;", "")
                .replace("listen 443 ", "listen 127.0.0.1:%d ".formatted(port))
                .replace("/etc/ssl/certs/stockroom.pem", folder + "/cert.pem")
                .replace("/etc/ssl/private/stockroom.key", folder + "/key.pem");
        var paths = new StringBuilder();
        for (var kind : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) {
            paths.append("%s_temp_path %s/%s;%n".formatted(kind, folder, kind));
        }
        start("/usr/sbin/nginx", "-p", folder.toString(), "-c", write("nginx.conf", """
                daemon off; user %1$s; pid %2$s/nginx.pid; error_log %2$s/error info; events {}
                http { access_log %2$s/access; %3$s %4$s }
                """.formatted(
                        System.getProperty("user.name"), folder, paths, site)));

        assertLogsNoSecret();
    }

    @Test
    void haproxy() throws Exception {
        var defaults = """
                global
                    log stdout format raw local0
                defaults
                    mode http
                    log global
                    option httplog
                    timeout connect 1s
                    timeout client 30s
                    timeout server 30s
                """;
        var site = filledIn("haproxy/console.cfg")
                .replace("bind :443 ", "bind 127.0.0.1:%d ".formatted(port))
                .replace("/etc/haproxy/stockroom-console.pem", folder + "/both.pem");
        start("/usr/sbin/haproxy", "-db", "-f", write("haproxy.cfg", defaults + site));

        assertLogsNoSecret();
    }

    private void assertLogsNoSecret() throws Exception {
        await().atMost(60, SECONDS).until(() -> curl("/sign-in").endsWith(" 200"));
        assertThat(curl("/link/" + SECRET)).endsWith(" 303");
        platform.close();
        await().atMost(60, SECONDS).until(() -> curl("/sign-in").matches("(?s).* 50[234]"));
        assertThat(curl("/link/" + SECRET)).matches("(?s).* 50[234]");

        var logs = new StringBuilder();
        for (var name : List.of("log", "access", "error")) {
            if (Files.exists(folder.resolve(name))) {
                logs.append(Files.readString(folder.resolve(name)));
            }
        }
        assertThat(logs.toString()).contains("/sign-in").doesNotContain(SECRET);
    }

    private String filledIn(String file) throws IOException {
        var people = platform.peopleUrl().substring("http://".length());
        return Files.readString(DEPLOY.resolve(file))
                .replaceAll("10\\.0\\.0\\.1[12]:8082", people)
                .replace("port 8081", "port " + URI.create(platform.healthUrl()).getPort());
    }

    private String curl(String path) throws Exception {
        return run(List.of(
                "curl",
                "--silent",
                "--max-time",
                "10",
                "--cacert",
                folder + "/cert.pem",
                "--connect-to",
                "%s:443:127.0.0.1:%d".formatted(NAME, port),
                "--write-out",
                " %{http_code}",
                "https://" + NAME + path));
    }

    private String run(List<String> command) throws Exception {
        var process = new ProcessBuilder(command).directory(folder.toFile()).start();
        var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed;
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
