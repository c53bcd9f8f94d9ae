package stockroom;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class VocabularyTest {
    private static final Path ROOT = Path.of("..");
    private static final String LIST = "docs/vocabulary.txt";
    private static final Set<String> SKIPPED_FOLDERS = Set.of(".git", ".idea", ".vscode", "target", "node_modules");

    /// Decisions and the changelog describe the past, and released descriptions never change.
    private static final Pattern SKIPPED_FILES =
            Pattern.compile(LIST + "|CHANGELOG\\.md|docs/decisions/.*|contract/released/.*");

    private static final Pattern CODE = Pattern.compile("(.*/)?([^./]+|[^/]+\\.(java|sql|js|mjs|sh|py|php|cs|lua))");
    private static final Pattern TEXT = Pattern.compile(".*\\.(md|ya?ml|json|properties|html|svg|xml|service)");

    @Test
    void forbiddenWordsAreNowhere() throws IOException {
        var entries = Files.readAllLines(ROOT.resolve(LIST)).stream()
                .filter(line -> !line.startsWith("#"))
                .map(Entry::of)
                .toList();
        var found = new ArrayList<String>();
        var files = files();
        for (var file : files) {
            var text = Files.readString(ROOT.resolve(file));
            entries.stream().flatMap(entry -> entry.foundIn(file, text)).forEach(found::add);
        }

        assertThat(files).hasSizeGreaterThan(500);
        assertThat(found).isEmpty();
    }

    @Test
    void aNameIsFoundInCodeAloneAndAPhraseEverywhereEvenBrokenOverTwoLines() {
        var name = Entry.of("name: OLD_… -> NEW_…");
        var phrase = Entry.of("phrase: once upon a time -> before");

        assertThat(name.foundIn("a/B.java", "\nint OLD_ROWS;"))
                .containsExactly("a/B.java:2: OLD_ROWS (expected: NEW_…)");
        assertThat(name.foundIn("a/b.md", "OLD_ROWS")).isEmpty();
        assertThat(name.foundIn("a/B.java", "TOLD_ALL, old_rows")).isEmpty();
        assertThat(phrase.foundIn("a/b.md", "ten, Once upon a time"))
                .containsExactly("a/b.md:1: Once upon a time (expected: before)");
        assertThat(phrase.foundIn("a/B.java", "/// ten, once\n    /// upon a time\n"))
                .hasSize(1);
    }

    private static List<String> files() throws IOException {
        var files = new ArrayList<String>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return SKIPPED_FOLDERS.contains(folder.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
                var file = ROOT.relativize(path).toString();
                if ((CODE.matcher(file).matches() || TEXT.matcher(file).matches())
                        && !SKIPPED_FILES.matcher(file).matches()) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    private record Entry(boolean isName, Pattern pattern, String instead) {
        static Entry of(String line) {
            var parts = line.split(": | -> ", -1);
            assertThat(parts).as(line).hasSize(3);
            return switch (parts[0]) {
                case "name" -> new Entry(true, name(parts[1]), parts[2]);
                case "phrase" -> new Entry(false, phrase(parts[1]), parts[2]);
                default -> throw new AssertionError(line + " (expected: name or phrase)");
            };
        }

        private static Pattern name(String name) {
            return Pattern.compile("\\b" + name.replace("…", "\\w+") + "\\b");
        }

        /// The words may be separated by a line break and a comment mark.
        private static Pattern phrase(String phrase) {
            var words = Arrays.stream(phrase.split(" ", -1)).map(Pattern::quote).collect(joining("[\\s/#*]+"));
            return Pattern.compile("\\b" + words + "\\b", Pattern.CASE_INSENSITIVE);
        }

        Stream<String> foundIn(String file, String text) {
            if (isName && !CODE.matcher(file).matches()) {
                return Stream.of();
            }
            return pattern.matcher(text).results().map(match -> {
                long line = 1
                        + text.substring(0, match.start())
                                .chars()
                                .filter(it -> it == '\n')
                                .count();
                return "%s:%d: %s (expected: %s)".formatted(file, line, match.group(), instead);
            });
        }
    }
}
