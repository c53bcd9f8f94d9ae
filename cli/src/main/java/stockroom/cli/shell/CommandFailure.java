package stockroom.cli.shell;

import org.jspecify.annotations.Nullable;

public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int exitCode;

    /// @param message formatted only if there are values
    @SuppressWarnings("AnnotateFormatMethod")
    public CommandFailure(int exitCode, String message, @Nullable Object... values) {
        super(values.length == 0 ? message : message.formatted(values), null, false, false);
        this.exitCode = exitCode;
    }

    public static CommandFailure usage(String message, @Nullable Object... values) {
        return new CommandFailure(ExitCode.USAGE, message, values);
    }

    public static CommandFailure refused(String message, @Nullable Object... values) {
        return new CommandFailure(ExitCode.REFUSED, message, values);
    }

    public static CommandFailure interrupted() {
        Thread.currentThread().interrupt();
        return new CommandFailure(ExitCode.UNREACHABLE, "interrupted");
    }

    public int exitCode() {
        return exitCode;
    }
}
