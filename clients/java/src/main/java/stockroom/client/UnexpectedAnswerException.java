package stockroom.client;

/// An answer that is none of Stockroom's: a wrong address, something in between, or a fault on the server's side.
public final class UnexpectedAnswerException extends StockroomException {
    private static final long serialVersionUID = 1L;

    UnexpectedAnswerException(Failure failure) {
        super(failure);
    }
}
