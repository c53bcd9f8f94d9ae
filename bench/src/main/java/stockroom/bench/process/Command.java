package stockroom.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Runs another program to its end and fails if it fails.
public final class Command {
    private Command() {}

    public static String run(Map<String, String> environment, List<String> words) {
        return start(environment, words).output();
    }

    public static String run(String... words) {
        return run(Map.of(), List.of(words));
    }

    /// Splits at spaces, so no word may contain one.
    @SuppressWarnings("AnnotateFormatMethod") // some callers concatenate lines
    public static List<String> words(String line, Object... values) {
        return new ArrayList<>(List.of(String.format(Locale.ROOT, line, values).split(" ", -1)));
    }

    public static Running start(Map<String, String> environment, List<String> words) {
        try {
            var output = Files.createTempFile("bench", ".out");
            var builder = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().putAll(environment);
            return new Running(words.getFirst(), builder.start(), output);
        } catch (IOException e) {
            throw new Failure("%s does not start: %s".formatted(words.getFirst(), e.getMessage()), e);
        }
    }

    public record Running(String program, Process process, Path out) {
        public String output() {
            try {
                int code = process.waitFor();
                var printed = Files.readString(out);
                Files.delete(out);
                if (code != 0) {
                    throw new Failure("%s ended with %d (expected: 0): %s".formatted(program, code, printed));
                }
                return printed;
            } catch (IOException e) {
                throw new Failure("%s: %s".formatted(program, e.getMessage()), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Failure("interrupted", e);
            }
        }
    }
}
