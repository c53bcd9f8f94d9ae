package stockroom.client;

import java.util.Locale;
import java.util.Objects;
import stockroom.client.internal.http.Message;

/// Creating stock ended before everything was written. [#report()] says what was written; to continue, pass
/// `report().remaining()` to the next call. Status, code and request id are those of the cause. If a single request
/// ([CreateOptions#asOneRequest()]) was refused, `report().rejected()` has the refused entries.
public final class CreateStockException extends StockroomException {
    private static final long serialVersionUID = 1L;

    private final CreateReport report;

    public CreateStockException(CreateReport report, StockroomException cause) {
        this(report, cause, Locale.ENGLISH);
    }

    /// @param language that of the text
    public CreateStockException(CreateReport report, StockroomException cause, Locale language) {
        super(
                cause.failure(),
                Message.CREATE_ENDED.in(
                        language, report.text(language), cause.failure().text()));
        this.report = report;
        initCause(cause);
    }

    public CreateReport report() {
        return report;
    }

    /// Returns the exception that a single call would have thrown.
    @Override
    public synchronized StockroomException getCause() {
        return (StockroomException) Objects.requireNonNull(super.getCause());
    }
}
