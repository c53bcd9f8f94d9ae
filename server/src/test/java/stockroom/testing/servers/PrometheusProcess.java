package stockroom.testing.servers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.machine.FreePort;
import stockroom.testing.machine.Repository;
import tools.jackson.databind.JsonNode;

/// Scrapes one server every second, with the alerts of `deploy/prometheus` in seconds instead of minutes.
public final class PrometheusProcess implements AutoCloseable {
    private final Process process;
    private final String url;

    public PrometheusProcess(String target) {
        try {
            var folder = Files.createTempDirectory("stockroom-prometheus");
            Files.writeString(
                    folder.resolve("stockroom.rules.yml"),
                    Files.readString(Repository.path("deploy/prometheus/stockroom.rules.yml"))
                            .replaceAll("for: \\w+", "for: 1s")
                            .replaceAll("\\[\\d+[mh]]", "[10s]"));
            Files.writeString(
                    folder.resolve("prometheus.yml"),
                    Files.readString(Repository.path("deploy/prometheus/prometheus.yml"))
                            .replaceAll("interval: 15s", "interval: 1s")
                            .replaceAll("targets: .*", "targets: ['" + target + "']"));
            int port = FreePort.pick();
            this.url = "http://127.0.0.1:" + port;
            this.process = new ProcessBuilder(
                            "prometheus",
                            "--config.file=" + folder.resolve("prometheus.yml"),
                            "--storage.tsdb.path=" + folder.resolve("data"),
                            "--web.listen-address=127.0.0.1:" + port)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.to(folder.resolve("log").toFile()))
                    .start();
            awaitReady(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady(Path folder) {
        await().atMost(30, SECONDS).ignoreExceptions().until(() -> {
            if (!process.isAlive()) {
                throw new IllegalStateException(Files.readString(folder.resolve("log")));
            }
            return SimpleHttp.get(url + "/-/ready").status() == 200;
        });
    }

    public Set<String> firing() {
        return alerts().valueStream()
                .filter(alert -> alert.path("state").asString().equals("firing"))
                .map(alert -> alert.path("labels").path("alertname").asString())
                .collect(Collectors.toSet());
    }

    public JsonNode alerts() {
        return SimpleHttp.get(url + "/api/v1/alerts").json().path("data").path("alerts");
    }

    public JsonNode query(String expression) {
        var reply = SimpleHttp.get(url + "/api/v1/query?query=" + URLEncoder.encode(expression, UTF_8));
        if (reply.status() != 200) {
            throw new IllegalStateException(reply.text());
        }
        return reply.json().path("data").path("result");
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
