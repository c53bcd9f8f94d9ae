package stockroom.client;

/// Something is wrong with the request itself: `violations()` says what and where. The same request fails again. The
/// status is 0 if the client noticed before it sent anything.
public final class BadRequestException extends StockroomException {
    private static final long serialVersionUID = 1L;

    public BadRequestException(Failure failure) {
        super(failure);
    }
}
