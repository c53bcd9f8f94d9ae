package stockroom.cli.transfer;

/// A field of a CSV file that cannot be what it should; its message is the reason.
public final class BadCell extends Exception {
    private static final long serialVersionUID = 1L;
    private final String field;

    /// @param field empty when the whole record is meant
    public BadCell(String field, String reason) {
        super(reason, null, false, false);
        this.field = field;
    }

    public RejectedLine onLine(long line) {
        return new RejectedLine(line, field, String.valueOf(getMessage()));
    }
}
