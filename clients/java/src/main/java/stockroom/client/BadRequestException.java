package stockroom.client;

/// Something is wrong with the request itself: `faults()` says what and where. The same request fails again. Where the
/// client saw it before it sent anything, the status is 0.
public final class BadRequestException extends StockroomException {
    private static final long serialVersionUID = 1L;

    BadRequestException(Failure failure) {
        super(failure);
    }
}
