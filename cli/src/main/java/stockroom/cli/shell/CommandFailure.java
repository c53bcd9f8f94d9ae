package stockroom.cli.shell;

import org.jspecify.annotations.Nullable;

/// Ends a command with a message for the person at the shell and a code for the shell.
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int exitCode;

    /// @param exitCode one of [ExitCode]
    /// @param message formatted with the values, if there are any
    @SuppressWarnings("AnnotateFormatMethod")
    public CommandFailure(int exitCode, String message, @Nullable Object... values) {
        super(values.length == 0 ? message : message.formatted(values), null, false, false);
        this.exitCode = exitCode;
    }

    /// The command was typed wrongly.
    public static CommandFailure usage(String message, @Nullable Object... values) {
        return new CommandFailure(ExitCode.USAGE, message, values);
    }

    public static CommandFailure refused(String message, @Nullable Object... values) {
        return new CommandFailure(ExitCode.REFUSED, message, values);
    }

    /// To be thrown where a thread was interrupted.
    public static CommandFailure interrupted() {
        Thread.currentThread().interrupt();
        return new CommandFailure(ExitCode.UNREACHABLE, "interrupted");
    }

    public int exitCode() {
        return exitCode;
    }
}
