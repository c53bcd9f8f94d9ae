package stockroom.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class UndoReportTest {
    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    private static List<String> printed(Consumer<UndoReport> report) {
        var bytes = new ByteArrayOutputStream();
        report.accept(new UndoReport(new Screen(
                new PrintStream(bytes, true, StandardCharsets.UTF_8), false, OptionalInt.empty(), Instant.EPOCH)));
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void conflictsBeyondThoseListedAreSaidToBeInTheTableOfThePush() {
        var push = json("""
                {'push':17,'changes':[{'productId':7,'color':'red','size':38,'before':5,'stock':3},
                 {'productId':7,'color':'red','size':39,'before':null,'stock':2}]}""");
        var undone = json("""
                {'push':null,'undone':0,'conflicts':2,
                 'skipped':[{'productId':7,'color':'red','size':38,'left':3,'stock':9,'reason':'changed'}]}""");

        assertThat(printed(report -> report.preview(push, undone)))
                .containsExactly(
                        "PRODUCT  COLOUR  SIZE  LEFT  BACK TO",
                        "      7  red       39     2        -",
                        "",
                        "To be put back: 0 entries",
                        "Left as they are: 2 entries, the first 1 of them:",
                        "",
                        "PRODUCT  COLOUR  SIZE  LEFT  NOW  REASON",
                        "      7  red       38     3    9  changed",
                        "The rest of them are in the first table.");
    }

    @Test
    void entriesThatAreAsBeforeAlreadyAreCounted() {
        var push = json("{'push':17,'changes':[{'productId':7,'color':'red','size':38,'before':5,'stock':3}]}");
        var undone = json("{'push':null,'undone':0,'conflicts':0,'skipped':[]}");

        assertThat(printed(report -> report.preview(push, undone)))
                .endsWith("To be put back: 0 entries", "As before already: 1 entry, also in the table");
    }

    @Test
    void aResultNamesThePushThatUndidIt() {
        assertThat(printed(report -> report.result(17, json("{'push':18,'undone':1200,'conflicts':0,'skipped':[]}"))))
                .containsExactly("Push 17 is undone by push 18. Put back: 1,200 entries");
        assertThat(printed(report -> report.result(17, json("{'push':null,'undone':0,'conflicts':0,'skipped':[]}"))))
                .containsExactly("Nothing was changed: nothing of push 17 is to be put back.");
    }
}
