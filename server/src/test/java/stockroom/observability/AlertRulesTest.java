package stockroom.observability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// Tests the alerts in `deploy/prometheus` if `promtool` is installed.
@Tag("slow")
class AlertRulesTest {
    private static final Path FOLDER = Path.of("../deploy/prometheus");
    private static final List<JsonNode> RULES = yaml("stockroom.rules.yml")
            .path("groups")
            .valueStream()
            .flatMap(group -> group.path("rules").valueStream())
            .toList();
    private static final List<JsonNode> ALERTS =
            RULES.stream().filter(rule -> rule.has("alert")).toList();

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
    void everyAlertIsTriedAndHasARunbook() throws IOException {
        var tried = yaml("stockroom.test.yml")
                .path("tests")
                .valueStream()
                .map(test -> test.path("name").asString())
                .toList();
        var document = Files.readString(Path.of("../docs/metrics.md"));
        var documented = Pattern.compile("(?m)^### (Stockroom\\w+)$")
                .matcher(Files.readString(Path.of("../docs/runbooks.md")))
                .results()
                .map(result -> result.group(1))
                .toList();

        var names = ALERTS.stream().map(alert -> alert.path("alert").asString()).toList();
        assertThat(tried).containsAll(names);
        assertThat(documented).containsExactlyElementsOf(names);
        assertThat(RULES.stream()
                        .filter(rule -> rule.has("record"))
                        .map(rule -> "`%s`".formatted(rule.path("record").asString())))
                .hasSize(6)
                .allSatisfy(recorded -> assertThat(document).contains(recorded));
    }

    @Test
    void promtoolAcceptsThem() throws Exception {
        Promtool.accepts(FOLDER, "", "check", "config", "prometheus.yml");
        Promtool.accepts(FOLDER, "", "check", "rules", "stockroom.rules.yml");
        Promtool.accepts(FOLDER, "", "test", "rules", "stockroom.test.yml");
    }

    private static JsonNode yaml(String file) {
        return new YAMLMapper().readTree(FOLDER.resolve(file).toFile());
    }
}
