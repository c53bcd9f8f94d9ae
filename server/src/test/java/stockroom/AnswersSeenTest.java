package stockroom;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import stockroom.testing.MerchantDescription;
import tools.jackson.databind.JsonNode;

/// What all other tests got as answers, once they have run.
@Order(Integer.MAX_VALUE)
class AnswersSeenTest {
    private final MerchantDescription description = MerchantDescription.read();

    @Test
    void everyAnswerOfTheRunWasAsDescribed() throws IOException {
        var lines = description.seen().entrySet().stream()
                .map(kind -> "%8d  %s%n".formatted(kind.getValue(), kind.getKey()))
                .collect(joining());
        Files.writeString(Path.of("target", "answers-seen.txt"), lines);

        assertThat(description.wrong()).isEmpty();
    }

    /// A description may promise too much as well.
    @Test
    void everyDescribedCodeWasAnsweredByTheServerAtLeastOnce() {
        assumeThat(System.getProperty("test")).as("only some of the tests run").isNull();
        assumeThat(System.getProperty("groups"))
                .as("only some of the tests run")
                .isNull();
        var answered = new TreeSet<String>();
        description.seen().keySet().forEach(kind -> answered.add(kind.substring(kind.lastIndexOf(' ') + 1)));

        assertThat(answered)
                .containsAll(description
                        .openApi()
                        .document()
                        .at("/components/schemas/Code/enum")
                        .valueStream()
                        .map(JsonNode::asString)
                        .toList());
    }
}
