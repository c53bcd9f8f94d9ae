package stockroom.cli.shell;

/// Ends a command with a message for the person at the shell and a code for the shell.
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int exitCode;

    /// @param exitCode one of [ExitCode]
    public CommandFailure(int exitCode, String message) {
        super(message, null, false, false);
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
