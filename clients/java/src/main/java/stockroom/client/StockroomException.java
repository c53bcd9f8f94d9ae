package stockroom.client;

import java.util.List;

/// A call that was not carried out. The subclasses are what a program acts on differently; none of them ever has the
/// secret or the token in its text.
public abstract sealed class StockroomException extends RuntimeException
        permits BadRequestException,
                CreateStockException,
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

    /// The HTTP status; 0 where there was no answer.
    public final int status() {
        return failure.status();
    }

    /// The answer's code, for programs; empty where it has none. A newer server may have codes this client does not
    /// know.
    public final String code() {
        return failure.code();
    }

    /// The answer's message, for people.
    public final String reason() {
        return failure.message();
    }

    /// What to tell the operator; empty where there was no answer of Stockroom.
    public final String requestId() {
        return failure.requestId();
    }

    /// Everything that is wrong with the request, each with its place; empty where the code says it all.
    public final List<Fault> faults() {
        return failure.faults();
    }

    final Failure failure() {
        return failure;
    }
}
