package stockroom.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class InterruptTest {
    private static final int SIGINT = 128 + 2;

    @Test
    void anInterruptedImportSaysHowFarItCame() throws Exception {
        var operator = OperatorCommands.shared();
        var merchant = operator.merchant();
        var process = StandardOutputTest.command(operator.environment(), "import", "products", merchant, "-")
                .start();
        // the lines fill more than one request, and then the command waits for more input
        var lines = IntStream.range(0, 5_500)
                .mapToObj("{\"artNo\":\"%1$d\",\"title\":\"%1$d\",\"price\":1,\"images\":[\"a\"]}\n"::formatted)
                .collect(Collectors.joining());
        process.getOutputStream().write(lines.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        await().atMost(60, SECONDS)
                .until(() -> operator.json("merchant", "show", merchant)
                                .path("products")
                                .asInt()
                        >= 5_000);

        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();

        if (!process.waitFor(30, SECONDS)) {
            process.destroyForcibly();
            fail("the command goes on after SIGINT, as what a script starts with & does");
        }
        assertThat(StandardOutputTest.errorsOf(process))
                .containsPattern("stockroom: interrupted\\. Everything up to line [0-9,]+ was imported");
        assertThat(process.exitValue()).isEqualTo(SIGINT);
    }
}
