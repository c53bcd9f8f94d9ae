package stockroom.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.admin.operators.Scope;
import stockroom.testing.Platform;
import tools.jackson.databind.json.JsonMapper;

/// The scenarios of `contract/client`, which every client carries out whatever its language; this one by
/// [example.ScenarioDriver]. `scripts/test-clients` runs them with the others.
@Tag("slow")
class ClientScenariosTest {
    private static final Path ROOT = Path.of("..", "..");

    @TempDir
    Path folder;

    @Test
    void everyScenarioIsAsItSays() throws IOException, InterruptedException {
        var output = folder.resolve("output");
        try (var platform = Platform.start(Map.of())) {
            var demo = folder.resolve("demo.json");
            var key =
                    platform.operatorKey(Scope.WRITE, Duration.ofHours(1)).key().reveal();
            Files.writeString(
                    demo,
                    JsonMapper.shared()
                            .writeValueAsString(Map.of(
                                    "baseUrl", platform.baseUrl(),
                                    "adminUrl", platform.adminUrl(),
                                    "operatorKey", key)));
            var harness = new ProcessBuilder(
                            "python3", "clients/testing/scenarios.py", "--demo", demo.toString(), "java")
                    .directory(ROOT.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            harness.environment().put("CLIENT_CLASSPATH", System.getProperty("java.class.path"));
            int exit = harness.start().waitFor();

            assertThat(exit).describedAs(Files.readString(output, UTF_8)).isZero();
        }
        assertThat(Files.readAllLines(output, UTF_8)).containsAll(expected());
    }

    private static List<String> expected() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("contract/client/scenarios"))) {
            int count = Math.toIntExact(files.count());
            return List.of("java: %d of %d scenarios".formatted(count, count));
        }
    }
}
