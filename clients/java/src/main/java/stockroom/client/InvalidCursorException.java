package stockroom.client;

/// The cursor cannot be used: the changes after it are no longer stored (`CURSOR_EXPIRED`), the service was restored
/// from a backup since (`CURSOR_BEFORE_RESTORE`), or it is not of this merchant and call (`CURSOR_INVALID`). Read all
/// stock again with [StockroomClient#snapshot()] and follow the changes from its cursor.
public final class InvalidCursorException extends StockroomException {
    private static final long serialVersionUID = 1L;

    public InvalidCursorException(Failure failure) {
        super(failure);
    }
}
