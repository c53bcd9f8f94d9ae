package stockroom.cli.shell;

/// What the command line tells the shell; `stockroom --help` lists the same numbers.
public final class ExitCode {
    public static final int DONE = 0;
    /// Refused by the server, or doctor has findings.
    public static final int REFUSED = 1;
    /// The command was typed wrongly.
    public static final int USAGE = 2;
    /// No operator's key or merchant's credentials, or none that may do this.
    public static final int NOT_ALLOWED = 3;
    public static final int NOT_FOUND = 4;
    /// The server or the database does not answer; the same command may work later.
    public static final int UNREACHABLE = 5;
    /// Done, except for some lines that were rejected.
    public static final int SOME_REJECTED = 6;

    private ExitCode() {}
}
