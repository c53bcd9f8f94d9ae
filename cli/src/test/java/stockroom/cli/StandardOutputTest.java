package stockroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.cli.shell.ExitCode;

/// Only a separate process can have a standard output that fails.
@Tag("slow")
class StandardOutputTest {
    private static final File FULL_DISK = new File("/dev/full");

    static ProcessBuilder command(Map<String, String> environment, String... arguments) {
        var builder = new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "stockroom.cli.Main");
        builder.command().addAll(List.of(arguments));
        builder.environment().putAll(environment);
        return builder;
    }

    static String errorsOf(Process process) throws IOException {
        return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void aSecretThatCouldNotBeWrittenIsNoSuccess() throws Exception {
        var operator = OperatorCommands.shared();
        var process = command(operator.environment(), "application", "create", "Lost", "--json")
                .redirectOutput(FULL_DISK)
                .start();

        assertThat(errorsOf(process))
                .startsWith("stockroom: not all output could be written")
                .hasLineCount(1);
        assertThat(process.waitFor()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void anExportThatCouldNotBeWrittenIsNoSuccess() throws Exception {
        var operator = OperatorCommands.shared();
        var process = command(operator.environment(), "export", "products", operator.merchant(), "--format", "csv")
                .redirectOutput(FULL_DISK)
                .start();

        assertThat(errorsOf(process))
                .startsWith("stockroom: not all output could be written")
                .hasLineCount(1);
        assertThat(process.waitFor()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void aReaderThatHasSeenEnoughIsNotTalkedTo() throws Exception {
        var process = command(Map.of(), "completion").start();
        process.getInputStream().close();

        assertThat(errorsOf(process)).isEmpty();
        assertThat(process.waitFor()).isEqualTo(ExitCode.REFUSED);
    }
}
