package stockroom.client;

/// The request itself is wrong and fails again if it is repeated. [#violations()] says what is wrong and where. The
/// status is 0 if the client noticed before it sent anything.
public final class BadRequestException extends StockroomException {
    private static final long serialVersionUID = 1L;

    public BadRequestException(Failure failure) {
        super(failure);
    }
}
