package stockroom.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Another program, run to its end.
public final class Command {
    private Command() {}

    /// Answers what it printed; a program that fails is a failure of the measurement.
    public static String run(Map<String, String> environment, List<String> words) {
        return start(environment, words).output();
    }

    public static String run(String... words) {
        return run(Map.of(), List.of(words));
    }

    public static Running start(Map<String, String> environment, List<String> words) {
        try {
            var output = Files.createTempFile("bench", ".out");
            var errors = Files.createTempFile("bench", ".err");
            var builder = new ProcessBuilder(words);
            builder.environment().putAll(environment);
            builder.redirectOutput(output.toFile()).redirectError(errors.toFile());
            return new Running(words.getFirst(), builder.start(), output, errors);
        } catch (IOException e) {
            throw new Failure("%s does not start: %s".formatted(words.getFirst(), e.getMessage()), e);
        }
    }

    /// One that has begun.
    public record Running(String program, Process process, Path out, Path err) {
        /// What it printed to its standard output.
        public String output() {
            return end().out;
        }

        /// Everything it printed.
        public String allOutput() {
            var printed = end();
            return printed.out + printed.err;
        }

        private record Printed(String out, String err) {}

        private Printed end() {
            try {
                int code = process.waitFor();
                var printed = new Printed(Files.readString(out), Files.readString(err));
                Files.delete(out);
                Files.delete(err);
                if (code != 0) {
                    throw new Failure("%s ended with %d (expected: 0): %s".formatted(program, code, printed.err));
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
