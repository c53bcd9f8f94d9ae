package stockroom.bench.trials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import stockroom.bench.process.Failure;

/// Follows docs/clients.md as a newcomer would, beside the demonstration: for each language, in a shell of its own, the
/// commands of the section before the languages and those of its own. A program is saved under the name that the
/// sentence before it gives; a block marked json or text is the answer of the commands before it. Takes the names of
/// languages, all of them by default. More than five minutes for one fail.
public final class FirstCallsTrial {
    private static final Path PAGE = Path.of("docs/clients.md");
    private static final Path FOLDER = Path.of("target/first");
    private static final Path FIGURES = Path.of("target/figures");
    private static final String BEFORE = "Before you begin";
    private static final List<String> LANGUAGES = List.of("curl", "Java", "Python", "C#", "PHP", "JavaScript");
    private static final Duration MAX_TIME = Duration.ofMinutes(5);
    private static final Pattern BLOCK =
            Pattern.compile("(?:`([\\w./]+)`:\n\n)?^```(\\w+)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    /// A newcomer does not have them; Maven takes the Java that is there.
    private static final List<String> UNKNOWN_VARIABLES =
            List.of("STOCKROOM_ADDRESS", "STOCKROOM_APPID", "STOCKROOM_SECRET", "STOCKROOM_TOKEN", "JAVA_HOME");

    private final Terminal terminal;
    private String answered = "";
    private int answers;

    private FirstCallsTrial(Terminal terminal) {
        this.terminal = terminal;
    }

    /// Takes the names of languages.
    public static void main(String[] arguments) throws IOException {
        var wanted = arguments.length == 0 ? LANGUAGES : Arrays.asList(arguments);
        try {
            for (var language : wanted) {
                run(language);
            }
        } catch (Failure e) {
            System.err.println("first calls: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void run(String language) throws IOException {
        var begun = System.nanoTime();
        try (var terminal = new Terminal(UNKNOWN_VARIABLES)) {
            var trial = new FirstCallsTrial(terminal);
            trial.follow(section(BEFORE));
            trial.follow(section(language));
            if (trial.answers == 0) {
                throw new Failure(language + " shows no answer");
            }
        }
        var time = Duration.ofNanos(System.nanoTime() - begun);
        System.out.printf("first calls: %s sets stock and reads it back, %d s%n", language, time.toSeconds());
        boolean passes = time.compareTo(MAX_TIME) <= 0;
        note(language, time, passes);
        if (!passes) {
            throw new Failure("%s took %d s".formatted(language, time.toSeconds()));
        }
    }

    private static String section(String title) throws IOException {
        var parts = Files.readString(PAGE).split("(?m)^## ", -1);
        return Arrays.stream(parts)
                .filter(part -> part.startsWith(title + "\n"))
                .findFirst()
                .orElseThrow(() -> new Failure("%s has no section %s".formatted(PAGE, title)));
    }

    private void follow(String section) throws IOException {
        var blocks = BLOCK.matcher(section);
        while (blocks.find()) {
            var file = blocks.group(1);
            var kind = blocks.group(2);
            var text = blocks.group(3);
            if (kind.equals("sh")) {
                paste(text);
            } else if (kind.equals("json") || kind.equals("text")) {
                compare(new Guide.Block(0, kind, text));
            } else if (file != null) {
                Files.createDirectories(FOLDER.resolve(file).getParent());
                Files.writeString(FOLDER.resolve(file), text);
            } else {
                throw new Failure("no file is named for: " + text);
            }
        }
    }

    private void paste(String commands) throws IOException {
        var answer = terminal.paste(commands);
        if (answer.status() != 0) {
            throw new Failure("%sended with %d: %s".formatted(commands, answer.status(), answer.text()));
        }
        answered = answer.text();
    }

    private void compare(Guide.Block shown) {
        if (!shown.matches(answered)) {
            throw new Failure("%sis shown, and this came: %s".formatted(shown.text(), answered));
        }
        answers++;
    }

    private static void note(String language, Duration time, boolean passes) throws IOException {
        var name = "first-call-" + language.toLowerCase(Locale.ROOT).replace("#", "sharp");
        var figure = """
                {"name":"%s","value":%d,"unit":"s","target":"<= %d","pass":%s}
                """.formatted(name, time.toSeconds(), MAX_TIME.toSeconds(), passes);
        Files.createDirectories(FIGURES);
        Files.writeString(FIGURES.resolve(name + ".json"), figure);
    }
}
