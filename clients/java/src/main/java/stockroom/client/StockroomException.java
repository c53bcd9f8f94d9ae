package stockroom.client;

import java.util.List;

/// A call failed. Each subclass is a case that programs handle differently. The text never contains the secret or the
/// token. The constructors are public so that tests can throw these exceptions.
public abstract sealed class StockroomException extends RuntimeException
        permits BadRequestException,
                CreateStockException,
                InvalidCursorException,
                NotAuthenticatedException,
                RateLimitedException,
                RefusedException,
                UnavailableException,
                UnexpectedAnswerException {
    private static final long serialVersionUID = 1L;

    private final Failure failure;

    StockroomException(Failure failure) {
        this(failure, failure.text());
    }

    StockroomException(Failure failure, String text) {
        super(text);
        this.failure = failure;
    }

    /// Returns all details in one record.
    public final Failure failure() {
        return failure;
    }

    /// Returns the HTTP status; 0 without a response.
    public final int status() {
        return failure.status();
    }

    /// Returns the code, for programs; empty if there is none. A newer server may have further codes.
    public final String code() {
        return failure.code();
    }

    /// Returns the response's message, for people.
    public final String reason() {
        return failure.message();
    }

    /// Returns the request id, for the operator; empty if no response of Stockroom came.
    public final String requestId() {
        return failure.requestId();
    }

    /// Returns everything that is wrong with the request, each with its place; may be empty.
    public final List<Violation> violations() {
        return failure.violations();
    }

    /// Returns the ids of the refused products, if the response names them.
    public final List<Integer> products() {
        return failure.products();
    }
}
