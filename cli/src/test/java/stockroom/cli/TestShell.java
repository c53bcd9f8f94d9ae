package stockroom.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import stockroom.cli.shell.Shell;

/// Runs commands in a home folder of its own and keeps their output.
public final class TestShell {
    private final Path home;
    private final Map<String, String> environment = new HashMap<>();
    private InputStream input = InputStream.nullInputStream();
    private Shell.Terminals terminals = Shell.Terminals.NONE;

    public record Outcome(int code, String out, String err) {}

    public TestShell(Path home) {
        this.home = home;
    }

    public TestShell with(String setting, String value) {
        environment.put(setting, value);
        return this;
    }

    public TestShell typing(String text) {
        return reading(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    /// Answers the command's questions with this text.
    public TestShell answering(String text) {
        terminals = new Shell.Terminals(true, terminals.out(), terminals.err());
        return typing(text);
    }

    public TestShell onTerminal(int columns) {
        terminals = new Shell.Terminals(terminals.in(), true, true);
        return with("COLUMNS", String.valueOf(columns)).with("NO_COLOR", "1");
    }

    public TestShell reading(InputStream in) {
        input = in;
        return this;
    }

    public Outcome run(String... arguments) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var shell = new Shell(
                environment,
                home,
                new Shell.Streams(
                        input,
                        new PrintStream(out, false, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8)),
                terminals);
        int code = Main.run(shell, arguments);
        shell.out().flush();
        return new Outcome(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
