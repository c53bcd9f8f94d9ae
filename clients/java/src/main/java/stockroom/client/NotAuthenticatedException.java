package stockroom.client;

/// The server did not accept the credentials. `code()` tells whether the application is unknown, the secret wrong,
/// the token expired or revoked, or the merchant suspended. Retrying does not help.
public final class NotAuthenticatedException extends StockroomException {
    private static final long serialVersionUID = 1L;

    public NotAuthenticatedException(Failure failure) {
        super(failure);
    }
}
