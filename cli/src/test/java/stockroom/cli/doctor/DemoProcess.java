package stockroom.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The real server as a process of its own, with demonstration data.
public final class DemoProcess implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 120_000;

    private final Process process;
    private final JsonNode demo;

    public DemoProcess(Path directory, Map<String, String> settings) throws IOException, InterruptedException {
        var log = directory.resolve("log").toFile();
        var builder = new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "stockroom.Main",
                "demo",
                directory.toString());
        builder.environment().put("STOCKROOM_PORT", "0");
        // planted faults are not to close the door
        builder.environment().put("STOCKROOM_AUTH_FAILURES_PER_MINUTE", "1000");
        builder.environment().putAll(settings);
        builder.redirectErrorStream(true).redirectOutput(log);
        this.process = builder.start();
        // its introduction ends with this
        for (long waited = 0; !Files.readString(log.toPath()).contains("Ctrl-C"); waited += 100) {
            if (!process.isAlive() || waited > PATIENCE_MILLIS) {
                close();
                throw new IllegalStateException("the server does not start: " + Files.readString(log.toPath()));
            }
            Thread.sleep(100);
        }
        this.demo = JsonMapper.shared().readTree(directory.resolve("demo.json"));
    }

    public String url() {
        return demo.path("baseUrl").asString();
    }

    String adminUrl() {
        return demo.path("adminUrl").asString();
    }

    long merchant(int merchant) {
        return demo.path("merchants").path(merchant).path("merchantId").asLong();
    }

    public long appid(int merchant) {
        return demo.path("merchants").path(merchant).path("appid").asLong();
    }

    public String secret(int merchant) {
        return demo.path("merchants").path(merchant).path("secret").asString();
    }

    String token(int merchant) {
        return demo.path("merchants").path(merchant).path("accesstoken").asString();
    }

    @Override
    public void close() {
        // SIGTERM, so that it stops its database
        process.toHandle().destroy();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
