package stockroom.retention;

public final class UntrustedClockException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UntrustedClockException() {
        super(
                "the clocks have not been watched for 24 hours without suspicion (expected: a server that has run for a day,"
                        + " and clocks in step; see \"Clocks\" in docs/operating.md); nothing was moved");
    }
}
