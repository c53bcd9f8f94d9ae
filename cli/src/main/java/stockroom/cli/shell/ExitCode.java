package stockroom.cli.shell;

public final class ExitCode {
    public static final int DONE = 0;
    /// The server refused, or doctor has findings.
    public static final int REFUSED = 1;
    public static final int USAGE = 2;
    /// The operator's key or the merchant's credentials are missing or do not permit this.
    public static final int NOT_ALLOWED = 3;
    public static final int NOT_FOUND = 4;
    /// The server or the database does not respond; the same command may work later.
    public static final int UNREACHABLE = 5;
    public static final int SOME_REJECTED = 6;

    private ExitCode() {}
}
