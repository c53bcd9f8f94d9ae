package stockroom.cli.shell;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import stockroom.cli.show.Screen;
import stockroom.cli.show.Text;

/// The settings and standard streams of a command. Only this class reads the environment.
public final class Shell {
    public static final int OUT = 1;

    private static final int MAX_LINE = 4096;
    private static final int DEFAULT_COLUMNS = 80;

    private final Map<String, String> environment;
    private final Path home;
    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;
    private final Terminals terminals;

    public record Terminals(boolean in, boolean out, boolean err) {
        public static final Terminals NONE = new Terminals(false, false, false);
    }

    public record Streams(InputStream in, PrintStream out, PrintStream err) {}

    public Shell(Map<String, String> environment, Path home, Streams streams, Terminals terminals) {
        this.environment = Map.copyOf(environment);
        this.home = home;
        this.in = streams.in;
        this.out = streams.out;
        this.terminals = terminals;
        this.err = terminals.err ? new FoldedStream(streams.err, columns()) : streams.err;
    }

    /// Output is UTF-8 in every locale, because programs read the files and pipes.
    public static Shell ofProcess() {
        var out = new PrintStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16),
                false,
                StandardCharsets.UTF_8);
        var err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        return new Shell(
                System.getenv(),
                Path.of(System.getProperty("user.home")),
                new Streams(System.in, out, err),
                new Terminals(isTerminal(0), isTerminal(OUT), isTerminal(2)));
    }

    /// Reads /proc, because the JDK does not tell whether standard error is a terminal.
    private static boolean isTerminal(int descriptor) {
        return target(descriptor)
                .map(device -> device.startsWith("/dev/pts/")
                        || device.startsWith("/dev/tty")
                        || device.equals("/dev/console"))
                .orElseGet(() -> console().map(Console::isTerminal).orElse(false));
    }

    public static boolean isPipe(int descriptor) {
        return target(descriptor).map(target -> target.startsWith("pipe:")).orElse(false);
    }

    private static Optional<String> target(int descriptor) {
        var link = Path.of("/proc/self/fd/" + descriptor);
        try {
            if (Files.isSymbolicLink(link)) {
                return Optional.of(Files.readSymbolicLink(link).toString());
            }
        } catch (IOException e) {
            // this system has no /proc
        }
        return Optional.empty();
    }

    /// Returns an environment variable; a blank one counts as missing.
    public Optional<String> setting(String name) {
        return Optional.ofNullable(environment.get(name)).map(String::strip).filter(value -> !value.isEmpty());
    }

    public Path home() {
        return home;
    }

    public InputStream in() {
        return in;
    }

    public PrintStream out() {
        return out;
    }

    public PrintStream err() {
        return err;
    }

    public Terminals terminals() {
        return terminals;
    }

    public Screen screen() {
        return new Screen(
                out, colour(), terminals.out() ? OptionalInt.of(columns()) : OptionalInt.empty(), Instant.now());
    }

    /// Returns the width of the terminal, which the launcher script sets.
    public int columns() {
        return setting("COLUMNS")
                .filter(text -> text.matches("[1-9][0-9]{0,3}"))
                .map(Integer::valueOf)
                .orElse(DEFAULT_COLUMNS);
    }

    /// Follows no-color.org.
    public boolean colour() {
        return terminals.out() && setting("NO_COLOR").isEmpty();
    }

    /// Returns an environment variable unchanged, because doctor looks for a space at its end.
    public Optional<Secret> secret(String name) {
        return Optional.ofNullable(environment.get(name)).map(Secret::new);
    }

    /// Asks for the secret if the environment has none. Returns nothing if it is empty.
    public Optional<Secret> secret(String name, String prompt) {
        return secret(name)
                .or(() -> Optional.of(readSecret(prompt)))
                .filter(secret -> !secret.reveal().isEmpty());
    }

    /// Asks without echo, or reads a line.
    public Secret readSecret(String prompt) {
        if (!terminals.in()) {
            return new Secret(readLine());
        }
        return new Secret(console()
                .filter(Console::isTerminal)
                .map(person -> typed(person, prompt))
                .orElseGet(() -> typedUnseen(prompt)));
    }

    private String typedUnseen(String prompt) {
        try (var _ = Echo.off()) {
            err.print(prompt);
            err.flush();
            return readLine();
        } finally {
            err.println();
        }
    }

    private static String typed(Console console, String prompt) {
        var typed = console.readPassword("%s", prompt);
        return typed == null ? "" : new String(typed);
    }

    /// [System#console] may return null.
    private static Optional<Console> console() {
        return Optional.ofNullable(System.console());
    }

    /// Requires that [Terminals#in] is true.
    public boolean confirmed(String question) {
        var answer = asked(question + " [y/N] ").strip().toLowerCase(Locale.ROOT);
        return answer.equals("y") || answer.equals("yes");
    }

    /// Requires that [Terminals#in] is true.
    public String asked(String question) {
        err.print(terminals.err ? Text.fold(question, columns()) : question);
        err.flush();
        return readLine();
    }

    private String readLine() {
        var line = new ByteArrayOutputStream();
        try {
            for (int read = in.read(); read != -1 && read != '\n' && line.size() < MAX_LINE; read = in.read()) {
                line.write(read);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
