package stockroom.client;

/// Creating stock ended before everything was written. [#report()] says what was written; to continue, pass
/// `report().remaining()` to the next call. Status, code and request id are those of the cause. If a single request
/// ([CreateOptions#asOneRequest()]) was refused, `report().rejected()` has the refused entries.
public final class CreateStockException extends StockroomException {
    private static final long serialVersionUID = 1L;

    private final transient CreateReport report;
    private final StockroomException why;

    public CreateStockException(CreateReport report, StockroomException cause) {
        super(cause.failure());
        this.report = report;
        this.why = cause;
        initCause(cause);
    }

    public CreateReport report() {
        return report;
    }

    /// Returns the reason, as the exception that a single call would have thrown.
    public StockroomException why() {
        return why;
    }
}
