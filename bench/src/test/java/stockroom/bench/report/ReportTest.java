package stockroom.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import stockroom.bench.result.Machine;
import stockroom.bench.result.Results;

class ReportTest {
    @Test
    void onlyWhatStandsBetweenTheMarksIsReplaced() {
        var document = """
                before
                <!-- bench:begin a -->
                old
                <!-- bench:end -->
                after
                <!-- bench:begin b -->
                kept
                <!-- bench:end -->
                """;

        assertThat(Report.filled(document, Map.of("a", "new $1\n"))).isEqualTo(document.replace("old", "new $1"));
    }

    @Test
    void aMissingMarkIsNamed() {
        assertThatThrownBy(() -> Report.filled("text", Map.of("works", ""))).hasMessageContaining("bench:begin works");
    }

    @Test
    void theDocumentHasAPlaceForEveryPart() throws IOException {
        var document = Files.readString(Path.of("../docs/performance.md"));
        var nothing = Results.begin("full", 2, new Machine("", 2, "", 0, "", "", "", ""));

        assertThat(Report.filled(document, Report.parts(nothing))).contains("<!-- bench:begin works -->");
    }

    @Test
    void theDocumentOfScaleHasAPlaceForEveryPart() throws IOException {
        var document = Files.readString(Path.of("../docs/scale.md"));
        var parts = Map.of("cluster", "", "load", "", "machines", "", "storage", "");

        assertThat(Report.filled(document, parts)).contains("<!-- bench:begin cluster -->");
    }
}
