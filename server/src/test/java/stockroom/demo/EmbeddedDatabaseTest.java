package stockroom.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.testing.database.TestDatabase;

/// Nothing of PostgreSQL remains after its process ends without closing it.
@Tag("slow")
class EmbeddedDatabaseTest {
    static void main() throws InterruptedException {
        System.out.println(TestDatabase.query(new EmbeddedDatabase().address(), "SHOW data_directory"));
        Thread.sleep(Duration.ofHours(1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itEndsWithTheProcessThatStartedIt(boolean killed) throws Exception {
        var process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EmbeddedDatabaseTest.class.getName())
                .redirectError(Redirect.INHERIT)
                .start();
        try (var output = process.inputReader(UTF_8)) {
            var data = Path.of(output.readLine());
            var postgres = ProcessHandle.of(Long.parseLong(
                            Files.readAllLines(data.resolve("postmaster.pid")).getFirst()))
                    .orElseThrow();
            assertThat(postgres.isAlive()).isTrue();

            if (killed) {
                process.destroyForcibly();
            } else {
                process.destroy();
            }

            await().atMost(Duration.ofMinutes(2)).until(() -> !postgres.isAlive() && Files.notExists(data));
        } finally {
            process.destroyForcibly();
        }
    }
}
