package stockroom.client;

/// A rule of the business says no (HTTP 200, `success` false): a product that does not exist, no stock added, a limit
/// that time does not lift. `code()` says which.
public final class RefusedException extends StockroomException {
    private static final long serialVersionUID = 1L;

    public RefusedException(Failure failure) {
        super(failure);
    }
}
