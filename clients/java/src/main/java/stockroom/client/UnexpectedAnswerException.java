package stockroom.client;

/// An answer that does not come from Stockroom, or that this client cannot read: a wrong address, a proxy, or an
/// internal error of the server.
public final class UnexpectedAnswerException extends StockroomException {
    private static final long serialVersionUID = 1L;

    public UnexpectedAnswerException(Failure failure) {
        super(failure);
    }
}
