package stockroom.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.TokenHash;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class StockPushResumeTest {
    @TempDir
    Path folder;

    private StockPusher pusher;
    private Path file;
    private Path note;
    private Path errors;

    @BeforeEach
    void aFileOfFourRequests() throws IOException {
        pusher = new StockPusher(folder);
        note = folder.resolve("stock.csv.progress");
        errors = folder.resolve("stderr");
        var lines = new ArrayList<>(List.of("productId,color,size,stock"));
        for (int pid : pusher.merchant().products(90)) {
            IntStream.range(0, 10).forEach(colour -> lines.add(pid + ",colour " + colour + ",36-39," + colour));
        }
        lines.add("900000000,red,36,5");
        lines.add("x,red,36,5");
        file = pusher.file(lines.toArray(String[]::new));
    }

    /// Starts a push and returns when its first request is done.
    private Process pushedInPart() throws IOException {
        var command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "stockroom.cli.Main"));
        command.addAll(pusher.arguments(file));
        var builder =
                new ProcessBuilder(command).redirectOutput(Redirect.DISCARD).redirectError(errors.toFile());
        builder.environment()
                .put("STOCKROOM_CLI_SECRET", pusher.merchant().secret().reveal());
        builder.environment()
                .put("STOCKROOM_CLI_TOKEN", pusher.merchant().token().reveal());
        var process = builder.start();
        await().atMost(Duration.ofMinutes(1)).failFast(() -> !process.isAlive()).until(() -> Files.exists(note));
        return process;
    }

    @Test
    void killedInTheMiddleTheSameCommandGoesOn() throws Exception {
        pushedInPart().destroyForcibly().waitFor();
        assertThat(pusher.stock()).hasSizeLessThan(3_600);
        aDryRunLeavesTheRejectsAlone();

        var resumed = pusher.push(file, "--json");

        assertThat(resumed.err()).containsPattern("Resuming after request [123] of 4");
        assertThat(resumed.code()).isEqualTo(ExitCode.SOME_REJECTED);
        var answer = JsonMapper.shared().readTree(resumed.out());
        assertThat(answer.path("written").asInt()).isEqualTo(3_600);
        assertThat(answer.path("rejectedLines").asInt()).isEqualTo(2);
        assertThat(pusher.stock()).hasSize(3_600);
        assertThat(pusher.rejects()).hasSize(3);
        assertThat(note).doesNotExist();
    }

    private void aDryRunLeavesTheRejectsAlone() throws IOException {
        var rejects = folder.resolve("stock.csv.rejects.csv");
        var before = Files.readString(rejects);
        // the server refuses at once, after the invalid lines were written
        var wrong = pusher.withWrongSecret();

        assertThat(wrong.push(file, "--dry-run").err()).contains("SIGN_MISMATCH");
        assertThat(folder.resolve("stock.csv.dry-run.rejects.csv")).hasContent(before);
        assertThat(wrong.push(file, "--dry-run", "--rejects", rejects.toString())
                        .err())
                .contains("is needed to resume the interrupted push");
        assertThat(rejects).hasContent(before);
    }

    @Test
    void neitherAnotherTokenNorAChangedFileIsGoneOnWith() throws Exception {
        var process = pushedInPart();
        OperatorCommands.shared()
                .json("token", "revoke", TokenHash.id(pusher.merchant().token().reveal()));
        assertThat(process.waitFor()).isEqualTo(ExitCode.NOT_ALLOWED);
        assertThat(errors).content().contains("TOKEN_INVALID").contains("With a new token add --restart");

        var kept = Files.readString(note);
        // the checkpoint is of a version that splits the file differently
        Files.writeString(note, kept.replaceFirst("\"plan\":[0-9]+", "\"plan\":1"));
        assertThat(pusher.push(file).err()).contains("is of another push").contains("--restart");
        Files.writeString(note, kept);

        assertThat(pusher.withToken("another").push(file).err())
                .contains("is of another push")
                .contains("--restart");
        Files.writeString(file, "1,red,37,5\n", StandardOpenOption.APPEND);
        assertThat(pusher.push(file).err()).contains("is of another push").contains("--restart");
        assertThat(pusher.push(file, "--restart").err()).contains("TOKEN_INVALID");
    }
}
