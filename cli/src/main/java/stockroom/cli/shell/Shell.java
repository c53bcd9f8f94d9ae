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

/// What a command has around it: settings, standard streams, and whether a person sits at them. The only place that
/// reads the environment.
public final class Shell {
    /// The number of standard output.
    public static final int OUT = 1;

    private static final int MAX_LINE = 4096;
    private static final int DEFAULT_COLUMNS = 80;

    private final Map<String, String> environment;
    private final Path home;
    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;
    private final Terminals terminals;

    /// Which of the standard streams are a terminal.
    public record Terminals(boolean in, boolean out, boolean err) {
        public static final Terminals NONE = new Terminals(false, false, false);
    }

    /// Standard input, output and error.
    public record Streams(InputStream in, PrintStream out, PrintStream err) {}

    public Shell(Map<String, String> environment, Path home, Streams streams, Terminals terminals) {
        this.environment = Map.copyOf(environment);
        this.home = home;
        this.in = streams.in;
        this.out = streams.out;
        this.terminals = terminals;
        this.err = terminals.err ? new FoldedStream(streams.err, columns()) : streams.err;
    }

    /// The shell this process was started from. What we write is UTF-8 whatever the locale says: files and pipes are
    /// read again by programs.
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

    /// The JDK answers only whether both input and output are a terminal; a bar on standard error needs to know more.
    private static boolean isTerminal(int descriptor) {
        return target(descriptor)
                .map(device -> device.startsWith("/dev/pts/")
                        || device.startsWith("/dev/tty")
                        || device.equals("/dev/console"))
                .orElseGet(() -> console().map(Console::isTerminal).orElse(false));
    }

    /// False where that cannot be known.
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
            // no /proc here
        }
        return Optional.empty();
    }

    /// A setting from the environment; a blank one counts as none.
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

    /// Standard output, and what fits there.
    public Screen screen() {
        return new Screen(
                out, colour(), terminals.out() ? OptionalInt.of(columns()) : OptionalInt.empty(), Instant.now());
    }

    /// Of the terminal, as the launcher says.
    public int columns() {
        return setting("COLUMNS")
                .filter(text -> text.matches("[1-9][0-9]{0,3}"))
                .map(Integer::valueOf)
                .orElse(DEFAULT_COLUMNS);
    }

    /// See no-color.org
    public boolean colour() {
        return terminals.out() && setting("NO_COLOR").isEmpty();
    }

    /// A secret from the environment, as it was given: a space at its end may be just what is looked for.
    public Optional<Secret> secret(String name) {
        return Optional.ofNullable(environment.get(name)).map(Secret::new);
    }

    /// The same, else one that is asked for; none if it is empty.
    public Optional<Secret> secret(String name, String prompt) {
        return secret(name)
                .or(() -> Optional.of(readSecret(prompt)))
                .filter(secret -> !secret.reveal().isEmpty());
    }

    /// Asks without echo, or reads a line where nobody can be asked, so that a secret is never an argument that other
    /// users of the machine see.
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

    /// Which Java has one when is a long story.
    private static Optional<Console> console() {
        return Optional.ofNullable(System.console());
    }

    /// Only ask where [Terminals#in] says that a person can answer.
    public boolean confirmed(String question) {
        var answer = asked(question + " [y/N] ").strip().toLowerCase(Locale.ROOT);
        return answer.equals("y") || answer.equals("yes");
    }

    /// Likewise, with any answer.
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
