package stockroom.people;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PageTextsTest {
    private static final Path TEXTS = Path.of("src/main/resources/stockroom/people");
    private static final Path TEMPLATES = Path.of("src/main/jte");
    private static final Path CLASSES = Path.of("src/main/java/stockroom/people");

    private static Properties texts(String file) throws IOException {
        var texts = new Properties();
        try (Reader reader = Files.newBufferedReader(TEXTS.resolve(file), StandardCharsets.UTF_8)) {
            texts.load(reader);
        }
        return texts;
    }

    @Test
    void everyTextIsInBothLanguagesWithTheSameValues() throws IOException {
        var english = texts("pages.properties");
        var chinese = texts("pages_zh.properties");

        assertThat(chinese.stringPropertyNames()).isEqualTo(english.stringPropertyNames());
        for (var key : english.stringPropertyNames()) {
            assertThat(values(chinese.getProperty(key))).as(key).isEqualTo(values(english.getProperty(key)));
            assertThat(chinese.getProperty(key))
                    .as(key)
                    .matches(text -> values(text).size() > 1 || !text.equals(english.getProperty(key)));
        }
    }

    private static List<String> values(String text) {
        return Pattern.compile("%[a-z]")
                .matcher(text)
                .results()
                .map(found -> found.group())
                .toList();
    }

    /// The keys that begin with a part that the code adds are those of roles and of what a link offers.
    @Test
    void everyTextThatAPageNamesIsThereAndNoneIsLeftOver() throws IOException {
        var known = texts("pages.properties").stringPropertyNames();
        var named = new TreeSet<String>();
        for (var folder : List.of(TEMPLATES, CLASSES)) {
            try (var files = Files.list(folder)) {
                for (var file : files.filter(Files::isRegularFile).toList()) {
                    Pattern.compile("\"([a-z-]+(\\.[a-z-]+)+)\"")
                            .matcher(Files.readString(file))
                            .results()
                            .map(found -> found.group(1))
                            .filter(key -> !key.matches(".*\\.(css|txt|title|jte)|stockroom\\..*"))
                            .forEach(named::add);
                }
            }
        }
        assertThat(known).containsAll(named);
        assertThat(known)
                .allSatisfy(key -> assertThat(named.contains(key) || key.matches("(role|link)\\..*|.*\\.title"))
                        .as(key)
                        .isTrue());
    }
}
