package stockroom.bench.trials;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.regex.Pattern;
import stockroom.bench.process.Failure;

/// One shell into which blocks are pasted, so that each has what earlier ones defined.
final class Terminal implements AutoCloseable {
    private static final Pattern END = Pattern.compile("(.*)status:([0-9]+)");

    private final Process shell;
    private final BufferedReader output;
    private final Path pasted;

    /// @param withoutVariables of the environment
    Terminal(Collection<String> withoutVariables) throws IOException {
        var builder = new ProcessBuilder("bash").redirectErrorStream(true);
        builder.environment().keySet().removeAll(withoutVariables);
        this.shell = builder.start();
        this.output = shell.inputReader(StandardCharsets.UTF_8);
        this.pasted = Files.createTempFile("guide", ".sh");
    }

    record Answer(int status, String text) {}

    Answer paste(String block) throws IOException {
        Files.writeString(pasted, block);
        var line = "source '%s'; echo \"status:$?\"\n".formatted(pasted);
        shell.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
        shell.getOutputStream().flush();
        var answered = new StringBuilder();
        for (var next = output.readLine(); next != null; next = output.readLine()) {
            var end = END.matcher(next);
            if (end.matches()) {
                return new Answer(Integer.parseInt(end.group(2)), answered + end.group(1));
            }
            answered.append(next).append('\n');
        }
        throw new Failure("the shell ended in: " + block);
    }

    @Override
    public void close() throws IOException {
        shell.destroy();
        Files.delete(pasted);
    }
}
