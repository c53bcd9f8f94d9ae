package stockroom.http.docs;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import stockroom.http.failure.Message;
import stockroom.http.failure.Messages;

/// docs/errors.md and docs/zh/errors.md explain every code under the address in the `doc` of a failure.
class ErrorsPageTest {
    private static final Map<String, String> SECTIONS = sections("errors.md");
    private static final Map<String, String> CHINESE = sections("zh/errors.md");

    private static Map<String, String> sections(String file) {
        try {
            var page = Files.readString(Path.of("..", "docs", file));
            var sections = new LinkedHashMap<String, String>();
            for (var section : page.split("(?m)^### ", -1)) {
                var heading = Pattern.compile("^([A-Z_]+) \\{#\\1}\n").matcher(section);
                if (heading.find()) {
                    assertThat(sections.put(heading.group(1), section.substring(heading.end())))
                            .isNull();
                }
            }
            return sections;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<String> codes() {
        return Messages.forMerchants().map(Message::code).distinct();
    }

    @Test
    void everyCodeOfTheServerHasItsOwnHeadingAndAnchorAndThereIsNoOther() {
        assertThat(SECTIONS.keySet()).isEqualTo(codes().collect(toSet()));
        assertThat(CHINESE.keySet()).isEqualTo(codes().collect(toSet()));
    }

    @ParameterizedTest
    @MethodSource("codes")
    void aSectionSaysHowToFixItAndWhetherToRetry(String code) {
        assertThat(SECTIONS.get(code)).contains("**Fix it:** ", "**Retry:** ");
        assertThat(CHINESE.get(code)).contains("**解决**：", "**重试**：");
    }

    /// The example may have any values and begin with a place.
    @ParameterizedTest
    @MethodSource("codes")
    void theExampleIsSomethingTheServerSays(String code) {
        assertThatExampleIsSaid(SECTIONS, code, "messages.properties");
        assertThatExampleIsSaid(CHINESE, code, "messages_zh.properties");
    }

    private static void assertThatExampleIsSaid(Map<String, String> sections, String code, String texts) {
        var said = Messages.forMerchants()
                .filter(message -> message.code().equals(code))
                .map(message -> Messages.text(message, texts))
                .map(text -> Arrays.stream(text.split("%[sd]", -1))
                        .map(part -> Pattern.quote(part.replace("%%", "%")))
                        .collect(joining(".+")))
                .collect(joining("|"));

        assertThat(String.valueOf(sections.get(code)).lines().filter(line -> line.startsWith("> ")))
                .singleElement()
                .asString()
                .matches("> (\\S+(: |：))?(" + said + ")");
    }

    @ParameterizedTest
    @MethodSource("codes")
    void theStatusIsTheOneTheDescriptionHas(String code) {
        var statuses = new TreeSet<String>();
        for (var example : MerchantDescriptionTest.examples()) {
            if (example.content().path("value").path("code").asString("").equals(code)) {
                statuses.add(example.status());
            }
        }

        assertThat(String.valueOf(SECTIONS.get(code))).startsWith("**%s.**".formatted(String.join(", ", statuses)));
        assertThat(String.valueOf(CHINESE.get(code))).startsWith("**%s**：".formatted(String.join("、", statuses)));
    }

    @Test
    void theInterfacePageNamesEveryCode() throws IOException {
        var page = Files.readString(Path.of("..", "docs", "interface.md"));

        assertThat(codes()).allSatisfy(code -> assertThat(page).contains("`%s`".formatted(code)));
    }
}
