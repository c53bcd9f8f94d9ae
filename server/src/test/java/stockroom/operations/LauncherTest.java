package stockroom.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stockroom.testing.servers.ServerProcess;

class LauncherTest {
    private static final Path BIN = Path.of("../deploy/bin");

    @TempDir
    private Path folder;

    @BeforeEach
    void copyLauncher() throws IOException {
        Files.copy(BIN.resolve("stockroom-server"), folder.resolve("stockroom-server"));
        script("java-25", "echo " + folder.resolve("java"));
        script("java", "echo \"${JDK_JAVA_OPTIONS:-} $*\"");
    }

    private void script(String name, String command) throws IOException {
        var file = folder.resolve(name);
        Files.writeString(file, "#!/bin/sh\n%s\n".formatted(command));
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static String output(Path program, String javaOptions) throws IOException {
        var builder = new ProcessBuilder("/bin/sh", program.toString()).redirectError(Redirect.INHERIT);
        builder.environment().keySet().removeAll(Set.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        if (!javaOptions.isEmpty()) {
            builder.environment().put("JDK_JAVA_OPTIONS", javaOptions);
        }
        return new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private String options(int cores, int megabytes) throws IOException {
        script("machine", "echo %d %d".formatted(cores, megabytes));
        return output(folder.resolve("stockroom-server"), "").strip().replaceFirst(" --sun-misc.*", "");
    }

    @ParameterizedTest
    @CsvSource({"1, 900", "2, 1900", "2, 262144", "3, 262144"})
    void fewCoresGetTheOptionsThatWereMeasuredOnTwo(int cores, int megabytes) throws IOException {
        assertThat(options(cores, megabytes)).isEqualTo(ServerProcess.AS_DISTRIBUTED + " -XX:+UseSerialGC");
    }

    @ParameterizedTest
    @CsvSource({"4, 900, 512", "4, 7900, 1975", "16, 32000, 4096", "64, 262144, 4096"})
    void fourCoresAndMoreGetAQuarterOfTheMemoryAndG1(int cores, int megabytes, int heap) throws IOException {
        assertThat(options(cores, megabytes))
                .isEqualTo("-XX:+UseCompactObjectHeaders -XX:+ExitOnOutOfMemoryError -Xmx%dm -XX:+UseG1GC", heap);
    }

    @Test
    void whatTheOperatorSaysComesInPlaceOfWhatTheMachineSuggests() throws IOException {
        script("machine", "echo 64 262144");

        assertThat(output(folder.resolve("stockroom-server"), "-Xmx1g"))
                .startsWith("-XX:+UseCompactObjectHeaders -XX:+ExitOnOutOfMemoryError  -XX:+UseG1GC -Xmx1g --sun");
        assertThat(output(folder.resolve("stockroom-server"), "-XX:+UseZGC"))
                .startsWith("-XX:+UseCompactObjectHeaders -XX:+ExitOnOutOfMemoryError -Xmx4096m  -XX:+UseZGC --sun");
    }

    @Test
    void theMachineIsTheOneThatJavaSees() throws IOException {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        var machine = output(BIN.resolve("machine"), "").strip().split(" ", 2);

        assertThat(Integer.parseInt(machine[0])).isEqualTo(system.getAvailableProcessors());
        assertThat(Long.parseLong(machine[1])).isEqualTo(system.getTotalMemorySize() >> 20);
    }
}
