package stockroom.client;

import java.util.List;

/// A call that was not carried out. The subclasses are what a program handles differently; none of them ever has the
/// secret or the token in its text. Their constructors are public so that a program can test how it handles them.
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
        super(failure.text());
        this.failure = failure;
    }

    /// All of the below in one record.
    public final Failure failure() {
        return failure;
    }

    /// The HTTP status; 0 without an answer.
    public final int status() {
        return failure.status();
    }

    /// The answer's code, for programs; empty if it has none. A newer server may have codes this client does not know.
    public final String code() {
        return failure.code();
    }

    /// The answer's message, for people.
    public final String reason() {
        return failure.message();
    }

    /// What to tell the operator; empty without an answer of Stockroom.
    public final String requestId() {
        return failure.requestId();
    }

    /// Everything that is wrong with the request, each with its place; empty if the code says it all.
    public final List<Violation> violations() {
        return failure.violations();
    }

    /// The ids of the products that were refused, if the answer names them.
    public final List<Integer> products() {
        return failure.products();
    }
}
