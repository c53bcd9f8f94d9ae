package stockroom.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

final class Promtool {
    private static final Path PROGRAM = Path.of("/usr/bin/promtool");

    private Promtool() {}

    /// Fails on a complaint, and skips the test if promtool is not installed.
    static void accepts(Path folder, String input, String... arguments) throws IOException, InterruptedException {
        assumeThat(PROGRAM).exists();
        var command = new ArrayList<>(List.of(PROGRAM.toString()));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        try (var stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
