package stockroom.guides;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Follows guides as a newcomer would. It needs only Java, so that scripts run it from the source without a build:
/// `guide FILE...` and `first-calls [LANGUAGE...]` beside the demonstration of scripts/with-demo, `operating` in
/// the bare system of scripts/with-bare-system, `high-availability` and `cluster` in several bare systems.
public final class GuideTrial {
    /// A newcomer does not have these variables; without JAVA_HOME, Maven uses the Java in the path.
    private static final List<String> UNKNOWN_VARIABLES =
            List.of("STOCKROOM_ADDRESS", "STOCKROOM_APPID", "STOCKROOM_SECRET", "STOCKROOM_TOKEN", "JAVA_HOME");

    private static final Path FIGURES = Path.of("target/figures");
    private static final List<String> LANGUAGES = List.of("curl", "Java", "Python", "C#", "PHP", "JavaScript");
    private static final int FIRST_CALL_TARGET = 60;
    /// A busy machine can explain more than the target, but not this much.
    private static final int MAX_FIRST_CALL = 300;

    private GuideTrial() {}

    public static void main(String[] arguments) throws IOException {
        var names = Arrays.asList(arguments).subList(1, arguments.length);
        switch (arguments[0]) {
            case "guide" -> followGuide(names);
            case "first-calls" -> {
                for (var language : names.isEmpty() ? LANGUAGES : names) {
                    callFirst(language);
                }
            }
            case "operating" -> operate();
            case "high-availability" -> MachinesTrial.highAvailability();
            case "cluster" -> MachinesTrial.cluster();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    /// Skips the blocks up to `make run`, since the demonstration runs already, and tries the commands it
    /// printed.
    private static void followGuide(List<String> files) throws IOException {
        var markdown = new StringBuilder();
        for (var file : files) {
            markdown.append(Files.readString(Path.of(file)));
        }
        var blocks = Guide.blocks(markdown.toString());
        int started = blocks.stream().map(Guide.Block::text).toList().indexOf("make run\n") + 1;
        if (started == 0) {
            throw new AssertionError(files + ": no block is make run");
        }
        try (var guide = newcomer()) {
            for (var call : printedCalls()) {
                guide.follow(Guide.blocks("```sh\n{ %s\n} 2>/dev/null\n```\n".formatted(call)));
            }
        }
        try (var guide = newcomer()) {
            int passed = guide.follow(blocks.subList(started, blocks.size()));
            var note = System.getenv("FIRST_ANSWER");
            if (note != null) {
                Files.writeString(Path.of(note), guide.firstAnswer().getEpochSecond() + "\n");
            }
            System.out.printf("%s: %d passed, 0 failed%n", String.join(" ", files), passed);
        }
    }

    private static Guide newcomer() throws IOException {
        return new Guide(List.of("bash"), Path.of("target/first"), UNKNOWN_VARIABLES);
    }

    private static List<String> printedCalls() throws IOException {
        var calls = Files.readAllLines(Path.of(requireNonNull(System.getenv("DEMO_OUTPUT"), "DEMO_OUTPUT"))).stream()
                .filter(line -> line.startsWith("curl "))
                .toList();
        if (calls.size() != 2) {
            throw new AssertionError("printed calls: %s (expected: 2)".formatted(calls));
        }
        return calls;
    }

    /// Follows the common section and the language's own in a new shell, within five minutes.
    private static void callFirst(String language) throws IOException {
        var begun = Instant.now();
        try (var guide = newcomer()) {
            guide.follow(Guide.blocks(section("Before you begin")));
            guide.follow(Guide.blocks(section(language)));
            guide.firstAnswer();
        }
        long seconds = Duration.between(begun, Instant.now()).toSeconds();
        System.out.printf("first calls: %s sets stock and reads it back, %d s%n", language, seconds);
        var name = "first-call-" + language.toLowerCase(Locale.ROOT).replace("#", "sharp");
        Files.createDirectories(FIGURES);
        Files.writeString(FIGURES.resolve(name + ".json"), """
                {"name":"%s","value":%d,"unit":"s","target":"<= %d","pass":%b}
                """.formatted(
                        name, seconds, FIRST_CALL_TARGET, seconds <= FIRST_CALL_TARGET));
        if (seconds > MAX_FIRST_CALL) {
            throw new AssertionError("%s took %d s".formatted(language, seconds));
        }
    }

    private static String section(String title) throws IOException {
        return Arrays.stream(Files.readString(Path.of("docs/clients.md")).split("(?m)^## ", -1))
                .filter(part -> part.startsWith(title + "\n"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("docs/clients.md has no section " + title));
    }

    /// Goes from the package to the first signed call and imports merchants. Later sections change a running
    /// platform.
    private static void operate() throws IOException {
        var install = Files.readString(Path.of("docs/install.md"));
        var operating = Files.readString(Path.of("docs/operating.md"));
        int end = operating.indexOf("\n## Rotate and revoke\n");
        var blocks = Guide.blocks(install + operating.substring(0, end));
        var shell = "%s bash -e -o pipefail".formatted(requireNonNull(System.getenv("BARE_SYSTEM"), "BARE_SYSTEM"));
        try (var guide = new Guide(List.of(shell.split(" ", -1)), Path.of(""), List.of())) {
            System.out.printf("operating: %d answers are right%n", guide.follow(blocks));
        }
    }
}
