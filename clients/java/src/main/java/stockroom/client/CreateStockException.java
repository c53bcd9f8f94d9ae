package stockroom.client;

/// Creating stock ended before everything was written. [#report()] says exactly what was and what was not; to continue,
/// pass `report().remaining()` to the next call. The cause says why, and gives this exception its status, code and
/// request id. Of a single request ([CreateOptions#asOneRequest()]) that was refused, `report().rejected()` has the
/// entries that it was refused for.
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

    /// Why, as the exception a single call would have thrown.
    public StockroomException why() {
        return why;
    }
}
