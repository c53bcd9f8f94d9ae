package stockroom.bench.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuideTest {
    private static final Guide GUIDE = Guide.parse("""
            text
            ```sh
            make run
            ```
            ```java
            class Unmarked {}
            ```
            ```sh
            curl -s http://localhost/
            ```
            ```json
            {"success":true, "list":[…]}
            ```
            ```sh
            make run
            ```
            ```console
            $ date
            ```
            """.lines().toList());

    @Test
    void onlyMarkedBlocksAreRead() {
        assertThat(GUIDE.blocks()).extracting(Guide.Block::kind).containsExactly("sh", "sh", "json", "sh", "console");
        assertThat(GUIDE.ofKind("sh"))
                .extracting(Guide.Block::text)
                .containsExactly("make run\n", "curl -s http://localhost/\n", "make run\n");
    }

    @Test
    void theAnswerOfABlockIsTheOneRightAfterIt() {
        var commands = GUIDE.ofKind("sh");

        assertThat(GUIDE.answerOf(commands.get(0))).isEmpty();
        assertThat(GUIDE.answerOf(commands.get(1)))
                .hasValueSatisfying(answer -> assertThat(answer.kind()).isEqualTo("json"));
        assertThat(GUIDE.answerOf(commands.get(2))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a b | 'a  b' | true",
                "ab | abc | false",
                "a…c | abbc | true",
                "a…c | abcd | false",
                "…c | bc | true",
                "a… | ba | false",
                "a…b…c | a1b2b3c | true",
                "a…b…c | acb | false",
                "a.c | abc | false",
            })
    void anEllipsisStandsForAnythingAndWhiteSpaceDoesNotCount(String shown, String came, boolean matches) {
        assertThat(new Guide.Block(0, "text", shown).matches(came)).isEqualTo(matches);
    }

    @Test
    void aBlockWithoutACallOnlyDefinesSomething() {
        var blocks = List.of(
                new Guide.Block(0, "sh", "x=1\ncurl y\n"),
                new Guide.Block(1, "sh", "call x\n"),
                new Guide.Block(2, "sh", "recall() { curl x; }\n"));

        assertThat(blocks).extracting(Guide.Block::hasCall).containsExactly(true, true, false);
    }
}
