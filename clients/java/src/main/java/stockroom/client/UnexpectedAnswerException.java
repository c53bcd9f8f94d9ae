package stockroom.client;

/// The response does not come from Stockroom, or this client cannot read it. Causes are a wrong address, a proxy, or
/// an internal error of the server.
public final class UnexpectedAnswerException extends StockroomException {
    private static final long serialVersionUID = 1L;

    public UnexpectedAnswerException(Failure failure) {
        super(failure);
    }
}
