package stockroom.client;

/// The cursor cannot be used. `code()` is `CURSOR_EXPIRED` if the changes behind it are no longer stored,
/// `CURSOR_BEFORE_RESTORE` if the service was restored from a backup since, and `CURSOR_INVALID` if it does not
/// belong to this merchant and call. Read all stock again with [StockroomClient#snapshot()] and follow the changes
/// from its cursor.
public final class InvalidCursorException extends StockroomException {
    private static final long serialVersionUID = 1L;

    public InvalidCursorException(Failure failure) {
        super(failure);
    }
}
