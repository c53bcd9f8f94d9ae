package stockroom.bench.trials;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import stockroom.bench.process.Failure;

/// One shell into which blocks are pasted, so that each has what earlier ones defined.
final class Terminal implements AutoCloseable {
    private static final Pattern END = Pattern.compile("(.*)status:([0-9]+)");

    private final Process shell;
    private final BufferedReader output;

    /// @param withoutVariables of the environment
    Terminal(Collection<String> withoutVariables) throws IOException {
        this(withoutVariables, List.of("bash"));
    }

    /// @param command starts the shell, perhaps on another system
    Terminal(Collection<String> withoutVariables, List<String> command) throws IOException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeAll(withoutVariables);
        this.shell = builder.start();
        this.output = shell.inputReader(StandardCharsets.UTF_8);
    }

    record Answer(int status, String text) {}

    Answer paste(String block) throws IOException {
        var encoded = Base64.getEncoder().encodeToString(block.getBytes(StandardCharsets.UTF_8));
        var line = "eval \"$(base64 --decode <<<%s)\" </dev/null; echo \"status:$?\"\n".formatted(encoded);
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
        throw new Failure("the shell ended in: %sand answered: %s".formatted(block, answered));
    }

    @Override
    public void close() {
        shell.destroy();
    }
}
