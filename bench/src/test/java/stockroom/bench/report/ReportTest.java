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
    void theDocumentsHaveAPlaceForEveryPart() throws IOException {
        var nothing = new Results("full", 2, new Machine(""));
        var parts = Map.of("cluster", "", "load", "", "machines", "", "storage", "");

        assertThat(Report.filled(Files.readString(Path.of("../docs/performance.md")), Report.parts(nothing)))
                .contains("<!-- bench:begin works -->");
        assertThat(Report.filled(Files.readString(Path.of("../docs/scale.md")), parts))
                .contains("<!-- bench:begin cluster -->");
    }
}
