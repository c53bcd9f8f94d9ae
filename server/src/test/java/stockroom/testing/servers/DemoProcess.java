package stockroom.testing.servers;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import stockroom.config.Secret;
import stockroom.testing.platform.Operators;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

public final class DemoProcess implements AutoCloseable {
    private final ServerProcess process;
    private final JsonNode demo;

    public DemoProcess(Path directory, Map<String, String> settings) {
        var environment = new HashMap<>(settings);
        // calls with wrong credentials must not close the caller's address
        environment.put("STOCKROOM_AUTH_FAILURES_PER_MINUTE", "1000");
        this.process = new ServerProcess(environment, ServerProcess.SHORT_LIVED, "demo", directory.toString());
        try {
            await().atMost(Duration.ofMinutes(2))
                    .failFast(() -> !process.isAlive())
                    // part of the last line of its introduction
                    .until(() -> process.log().contains("Ctrl-C"));
        } catch (RuntimeException e) {
            process.close();
            throw new IllegalStateException("the server does not start: " + process.log(), e);
        }
        this.demo = JsonMapper.shared().readTree(directory.resolve("demo.json"));
    }

    public String url() {
        return demo.path("baseUrl").asString();
    }

    public String adminUrl() {
        return demo.path("adminUrl").asString();
    }

    public Operators operator() {
        return Operators.withKey(adminUrl(), new Secret(demo.path("operatorKey").asString()));
    }

    public long merchant(int merchant) {
        return demo.path("merchants").path(merchant).path("merchantId").asLong();
    }

    public long appid(int merchant) {
        return demo.path("merchants").path(merchant).path("appid").asLong();
    }

    public String secret(int merchant) {
        return demo.path("merchants").path(merchant).path("secret").asString();
    }

    public String token(int merchant) {
        return demo.path("merchants").path(merchant).path("accesstoken").asString();
    }

    public int productWithStock(int merchant) {
        return demo.path("merchants").path(merchant).path("productWithStock").asInt();
    }

    @Override
    public void close() {
        // a killed process would not stop its database
        process.stop();
    }
}
