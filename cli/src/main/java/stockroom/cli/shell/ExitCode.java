package stockroom.cli.shell;

/// Lists the exit codes; `stockroom --help` lists the same numbers.
public final class ExitCode {
    public static final int DONE = 0;
    /// The server refused, or doctor has findings.
    public static final int REFUSED = 1;
    public static final int USAGE = 2;
    /// There is no operator's key and no merchant's credentials, or they do not permit this.
    public static final int NOT_ALLOWED = 3;
    public static final int NOT_FOUND = 4;
    /// The server or the database does not answer; the same command may work later.
    public static final int UNREACHABLE = 5;
    /// The command is done, but some lines were rejected.
    public static final int SOME_REJECTED = 6;

    private ExitCode() {}
}
