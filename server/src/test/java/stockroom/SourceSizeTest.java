package stockroom;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SourceSizeTest {
    private static final Path SOURCES = Path.of("src/main/java/stockroom");
    private static final Path MIGRATIONS = Path.of("src/main/resources/db/migration");
    private static final Path ARCHITECTURE = Path.of("../docs/architecture.md");

    private static final int MAX_LINES = 300;
    private static final int MAX_CLASSES_OF_WAY = 16;
    private static final int MAX_LINES_OF_WAY = 2_100;

    private static final Pattern FUNCTION =
            Pattern.compile("(?ms)^CREATE FUNCTION (?<name>\\w+)\\(.*?\\$\\$(?<body>.*?)\\$\\$;$");

    private final Map<String, String> functions = new HashMap<>();

    private final Map<String, String> bodies = new HashMap<>();
    private final List<String> classesOfWay = new ArrayList<>();

    private final List<String> functionsOfWay = new ArrayList<>();

    SourceSizeTest() throws IOException {
        try (var files = Files.list(MIGRATIONS)) {
            for (var file : files.toList()) {
                FUNCTION.matcher(Files.readString(file)).results().forEach(found -> {
                    functions.put(found.group("name"), found.group());
                    bodies.put(found.group("name"), found.group("body"));
                });
            }
        }
        var section = Files.readString(ARCHITECTURE)
                .split("\n## The way of create stock\n", 2)[1]
                .split("\n## ", 2)[0];
        // only the first cell of each row
        Pattern.compile("(?m)^\\| `.*?\\|")
                .matcher(section)
                .results()
                .flatMap(cell ->
                        Pattern.compile("`([\\w.]+)`").matcher(cell.group()).results())
                .map(name -> name.group(1))
                .forEach(name -> (name.contains(".") ? classesOfWay : functionsOfWay).add(name));
    }

    @Test
    void noClassHasMoreThan300Lines() throws IOException {
        try (var files = Files.walk(SOURCES)) {
            var sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();

            assertThat(sources).hasSizeGreaterThan(150);
            for (var source : sources) {
                assertThat(Files.readAllLines(source).size())
                        .as(source.toString())
                        .isLessThanOrEqualTo(MAX_LINES);
            }
        }
    }

    /// Counts code only; a bound on all lines would also limit comments.
    @Test
    void theWayOfCreateStockIsShort() throws IOException {
        var lines = new LinkedHashMap<String, Long>();
        for (var name : classesOfWay) {
            var source = SOURCES.resolve(name.replace('.', '/') + ".java");
            assertThat(source).as("named in " + ARCHITECTURE).exists();
            lines.put(name, linesOfCode(Files.readString(source)));
        }
        assertThat(functions).as("named in " + ARCHITECTURE).containsKeys(functionsOfWay.toArray(String[]::new));
        functionsOfWay.forEach(name -> lines.put(name, linesOfCode(functions.getOrDefault(name, ""))));
        long sum = lines.values().stream().mapToLong(Long::longValue).sum();
        var table = lines.entrySet().stream()
                .map(each -> "%5d %s%n".formatted(each.getValue(), each.getKey()))
                .collect(joining("", "The way of create stock%n".formatted(), "%5d lines of code".formatted(sum)));
        System.out.println(table);

        assertThat(classesOfWay).hasSizeBetween(10, MAX_CLASSES_OF_WAY);
        assertThat(sum).as(table).isLessThanOrEqualTo(MAX_LINES_OF_WAY);
    }

    @Test
    void theWayOfCreateStockHasEveryFunctionThatIsCalledOnIt() {
        var reached = new HashSet<>(Set.of("create_stock"));
        var next = new ArrayDeque<>(reached);
        while (!next.isEmpty()) {
            var body = Objects.requireNonNull(bodies.get(next.remove()));
            functions.keySet().stream()
                    .filter(name -> body.matches("(?s).*\\b" + name + "\\(.*"))
                    .filter(reached::add)
                    .forEach(next::add);
        }

        assertThat(functionsOfWay).containsExactlyInAnyOrderElementsOf(reached);
    }

    @Test
    void theWayOfCreateStockGoesInOneDirection() {
        var classes = new ClassFileImporter()
                .importUrl(Main.class.getProtectionDomain().getCodeSource().getLocation());
        var names = classesOfWay.stream().map(name -> "stockroom." + name).toList();
        var uses = names.stream().collect(toMap(name -> name, _ -> new HashSet<String>()));
        for (var type : classes) {
            var user = uses.get(outermost(type.getName()));
            if (user != null) {
                type.getDirectDependenciesFromSelf().stream()
                        .map(use -> outermost(use.getTargetClass().getName()))
                        .filter(used -> names.contains(used) && !used.equals(outermost(type.getName())))
                        .forEach(user::add);
            }
        }

        for (int i = 0; i < names.size(); i++) {
            // a class that uses none of the others ends the way
            uses.values().removeIf(Set::isEmpty);
            uses.values().forEach(used -> used.retainAll(uses.keySet()));
        }
        assertThat(uses).isEmpty();
    }

    private static long linesOfCode(String source) {
        return source.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.matches("(//|--|import |package ).*"))
                .count();
    }

    private static String outermost(String name) {
        return name.replaceFirst("\\$.*", "");
    }
}
