package stockroom.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The alerts in `deploy/prometheus`. Where `promtool` is installed, its own checks hold, too.
@Tag("slow")
class AlertRulesTest {
    private static final Path FOLDER = Path.of("../deploy/prometheus");
    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");
    private static final List<JsonNode> ALERTS = yaml("stockroom.rules.yml")
            .path("groups")
            .valueStream()
            .flatMap(group -> group.path("rules").valueStream())
            .toList();

    @Test
    void everyAlertSaysWhatToDo() {
        assertThat(ALERTS).hasSizeGreaterThan(10).allSatisfy(alert -> {
            assertThat(alert.path("alert").asString()).startsWith("Stockroom");
            assertThat(alert.path("labels").path("severity").asString()).isIn("page", "ticket");
            assertThat(alert.path("annotations").path("summary").asString()).isNotBlank();
            assertThat(alert.path("annotations").path("action").asString())
                    .isNotBlank()
                    .doesNotContain("\n");
        });
    }

    @Test
    void everyAlertIsTriedAndInTheDocument() throws IOException {
        var tried = yaml("stockroom.test.yml")
                .path("tests")
                .valueStream()
                .map(test -> test.path("name").asString())
                .toList();
        var documented = Pattern.compile("(?m)^\\| `(Stockroom\\w+)` ")
                .matcher(Files.readString(Path.of("../docs/metrics.md")))
                .results()
                .map(result -> result.group(1))
                .toList();

        var names = ALERTS.stream().map(alert -> alert.path("alert").asString()).toList();
        assertThat(tried).containsAll(names);
        assertThat(documented).containsExactlyElementsOf(names);
    }

    @Test
    void promtoolAcceptsThem() throws Exception {
        assumeThat(PROMTOOL).as("promtool of Debian's package prometheus").exists();
        for (var command : List.of(
                List.of("check", "config", "prometheus.yml"),
                List.of("check", "rules", "stockroom.rules.yml"),
                List.of("test", "rules", "stockroom.test.yml"))) {
            var process = new ProcessBuilder(Stream.concat(Stream.of(PROMTOOL.toString()), command.stream())
                            .toList())
                    .directory(FOLDER.toFile())
                    .redirectErrorStream(true)
                    .start();
            var output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(output).isZero();
        }
    }

    private static JsonNode yaml(String file) {
        return new YAMLMapper().readTree(FOLDER.resolve(file).toFile());
    }
}
