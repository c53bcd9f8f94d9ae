package stockroom.bench.trials;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import stockroom.bench.process.Failure;

/// Follows a guide as a newcomer would, beside the demonstration that scripts/with-demo or scripts/test-demo has
/// started. Blocks marked sh up to `make run` start it; the others are pasted one after the other into one shell, and
/// must succeed. What the guide shows must come:
///
/// - a block marked json, http or text after one marked sh is its answer;
/// - without one, a block with a call must be answered with success;
/// - in blocks marked console, each `$ command` must answer with the line that follows it.
public final class GuideTrial {
    private static final String SUCCESS = "{\"success\":true";
    /// One as a merchant, and the one that starts over.
    private static final int PRINTED_CALLS = 2;
    private static final String PROMPT = "$ ";
    /// A newcomer does not have them.
    private static final List<String> DEMO_VARIABLES =
            List.of("STOCKROOM_ADDRESS", "STOCKROOM_APPID", "STOCKROOM_SECRET", "STOCKROOM_TOKEN");

    private final Guide guide;
    private final Terminal terminal;
    private int passed;

    private GuideTrial(Guide guide, Terminal terminal) {
        this.guide = guide;
        this.terminal = terminal;
    }

    /// Takes the names of Markdown files.
    public static void main(String[] arguments) throws IOException {
        var files = Arrays.stream(arguments).map(Path::of).toList();
        var names = files.stream().map(file -> file.getFileName().toString()).collect(Collectors.joining("+"));
        try (var terminal = new Terminal(DEMO_VARIABLES)) {
            var trial = new GuideTrial(Guide.read(files), terminal);
            trial.run();
            System.out.printf("%s: %d passed, 0 failed%n", names, trial.passed);
        } catch (Failure e) {
            System.err.println(names + ": " + e.getMessage());
            System.exit(1);
        }
    }

    private void run() throws IOException {
        var commands = guide.ofKind("sh");
        int started = commands.stream().map(Guide.Block::text).toList().indexOf("make run\n") + 1;
        if (started == 0) {
            throw new Failure("has no block that is make run");
        }
        runPrintedCalls();
        boolean signed = false;
        for (var block : commands.subList(started, commands.size())) {
            if (paste(block) && !signed) {
                signed = true;
                noteFirstAnswer();
            }
        }
        if (!signed) {
            throw new Failure("has no signed call (expected: one to %s)".formatted(System.getenv("STOCKROOM_ADDRESS")));
        }
        for (var console : guide.ofKind("console")) {
            follow(console.text().lines().toList());
        }
    }

    /// The curl commands that the demonstration prints.
    private void runPrintedCalls() throws IOException {
        var calls = Files.readAllLines(Path.of(requireNonNull(System.getenv("DEMO_OUTPUT"), "DEMO_OUTPUT"))).stream()
                .filter(line -> line.startsWith("curl "))
                .toList();
        if (calls.size() != PRINTED_CALLS) {
            throw new Failure("printed calls: %s (expected: %d)".formatted(calls, PRINTED_CALLS));
        }
        for (var call : calls) {
            var answered =
                    terminal.paste("{ %s\n} 2>/dev/null\n".formatted(call)).text();
            if (!answered.startsWith(SUCCESS)) {
                throw new Failure("the printed %s answered: %s".formatted(call, answered));
            }
            passed++;
        }
    }

    /// @return whether it has an answer; else it only defined something
    private boolean paste(Guide.Block block) throws IOException {
        var answer = terminal.paste(block.text());
        if (answer.status() != 0) {
            throw new Failure("%sended with %d: %s".formatted(block.text(), answer.status(), answer.text()));
        }
        var shown = guide.answerOf(block);
        if (shown.isPresent() && !shown.get().matches(answer.text())) {
            throw new Failure("%sis shown to answer: %sand answered: %s"
                    .formatted(block.text(), shown.get().text(), answer.text()));
        }
        if (shown.isEmpty() && !block.hasCall()) {
            return false;
        }
        if (shown.isEmpty() && !answer.text().startsWith(SUCCESS)) {
            throw new Failure("%sanswered: %s".formatted(block.text(), answer.text()));
        }
        passed++;
        return true;
    }

    /// FIRST_ANSWER names a file that gets the time of the first signed answer, in seconds since 1970.
    private static void noteFirstAnswer() throws IOException {
        var file = System.getenv("FIRST_ANSWER");
        if (file != null) {
            Files.writeString(Path.of(file), Instant.now().getEpochSecond() + "\n");
        }
    }

    private void follow(List<String> console) throws IOException {
        for (int i = 0; i < console.size(); i++) {
            if (!console.get(i).startsWith(PROMPT)) {
                continue;
            }
            var command = console.get(i).substring(PROMPT.length());
            var shown = i + 1 < console.size() ? console.get(i + 1) : "";
            var answered = terminal.paste(command + "\n").text();
            if (!answered.lines().findFirst().orElse("").equals(shown)) {
                throw new Failure("%s%nis shown to answer: %s%nand answered: %s".formatted(command, shown, answered));
            }
            passed++;
        }
    }
}
