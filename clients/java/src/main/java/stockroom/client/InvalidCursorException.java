package stockroom.client;

/// The cursor leads nowhere, or no longer: `code()` is `CURSOR_EXPIRED` if what came after it is no longer kept,
/// `CURSOR_BEFORE_RESTORE` if the service was restored from a backup since, `CURSOR_INVALID` if it is not one of this
/// merchant and call. Read all stock again by [StockroomClient#snapshot()], and follow the changes from its cursor.
public final class InvalidCursorException extends StockroomException {
    private static final long serialVersionUID = 1L;

    public InvalidCursorException(Failure failure) {
        super(failure);
    }
}
