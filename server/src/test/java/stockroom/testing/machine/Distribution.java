package stockroom.testing.machine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public final class Distribution {
    private Distribution() {}

    public static Path folder() {
        try (var names = Files.newDirectoryStream(Repository.path("target/dist"), "stockroom-[0-9]*")) {
            for (var name : names) {
                if (Files.isDirectory(name)) {
                    return name;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("target/dist holds no distribution (expected: one; make it with: make dist)");
    }

    /// Starts the command line. Its output goes to the file with the endings .out and .err.
    public static Process start(Path file, Map<String, String> environment, String... arguments) throws IOException {
        var words = new ArrayList<>(List.of(folder().resolve("bin/stockroom").toString()));
        words.addAll(List.of(arguments));
        var builder = new ProcessBuilder(words)
                .redirectOutput(Path.of(file + ".out").toFile())
                .redirectError(Path.of(file + ".err").toFile());
        builder.environment().putAll(environment);
        var process = builder.start();
        // a failed trial must not leave the process running
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return process;
    }

    /// Runs a program that must succeed, and returns its output.
    public static String run(Map<String, String> environment, String... words) {
        try {
            var builder = new ProcessBuilder(words).redirectErrorStream(true);
            builder.environment().putAll(environment);
            var process = builder.start();
            var printed = new String(process.getInputStream().readAllBytes(), UTF_8);
            assertThat(process.waitFor()).as("%s: %s", List.of(words), printed).isZero();
            return printed;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
