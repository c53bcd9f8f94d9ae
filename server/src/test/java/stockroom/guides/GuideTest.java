package stockroom.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GuideTest {
    @TempDir
    Path folder;

    private int follow(String markdown) throws IOException {
        try (var guide = new Guide(List.of("bash"), folder, List.of())) {
            return guide.follow(Guide.blocks(markdown));
        }
    }

    @Test
    void blocksAreFollowedInOneShellAndSavedUnderTheirNames() throws IOException {
        assertThat(follow("""
                        ```sh
                        x=1; call() { echo '{"success":true}'; }
                        ```
                        ```
                        not marked
                        ```
                        Save this as `a/first.py`:

                        ```python
                        print(1)
                        ```
                        ```sh
                        echo "[$x, 2]"
                        ```
                        ```json
                        [1, …]
                        ```
                        ```sh
                        call x
                        ```
                        ```console
                        $ echo $x
                        1
                        ```
                        """)).isEqualTo(3);
        assertThat(folder.resolve("a/first.py")).hasContent("print(1)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "```sh\nfalse\n```\n",
                "```sh\necho 1\n```\n```text\n2\n```\n",
                "```sh\ncall() { echo no; }\n```\n```sh\ncall x\n```\n",
                "```console\n$ echo 1\n2\n```\n",
            })
    void whatDoesNotComeAsShownFails(String markdown) {
        assertThatThrownBy(() -> follow(markdown)).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a b | 'a  b' | true",
                "ab | abc | false",
                "a…c | abbc | true",
                "a…c | abcd | false",
                "a…b…c | a1b2b3c | true",
                "a…b…c | acb | false",
                "a.c | abc | false",
            })
    void anEllipsisStandsForAnythingAndWhiteSpaceDoesNotCount(String shown, String came, boolean matches) {
        assertThat(new Guide.Block(Optional.empty(), "text", shown).matches(came))
                .isEqualTo(matches);
    }
}
