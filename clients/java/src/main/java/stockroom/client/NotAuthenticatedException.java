package stockroom.client;

/// The credentials were not accepted: an unknown application, a wrong secret, a token that is expired or revoked, a
/// suspended merchant. `code()` says which; someone has to fix the credentials.
public final class NotAuthenticatedException extends StockroomException {
    private static final long serialVersionUID = 1L;

    public NotAuthenticatedException(Failure failure) {
        super(failure);
    }
}
