package stockroom.cli.transfer;

public final class BadCell extends Exception {
    private static final long serialVersionUID = 1L;
    private final String field;

    /// @param field empty if the whole record is invalid
    public BadCell(String field, String reason) {
        super(reason, null, false, false);
        this.field = field;
    }

    public RejectedLine onLine(long line) {
        return new RejectedLine(line, field, String.valueOf(getMessage()));
    }
}
