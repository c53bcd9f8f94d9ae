package stockroom.client;

/// A business rule refused the call (HTTP 200 with `success` false). `code()` says which, such as for an unknown
/// product, a product without stock, or a limit that waiting does not lift.
public final class RefusedException extends StockroomException {
    private static final long serialVersionUID = 1L;

    public RefusedException(Failure failure) {
        super(failure);
    }
}
