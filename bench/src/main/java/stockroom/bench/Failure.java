package stockroom.bench;

/// Nothing can be measured like this; the message says why.
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failure(String message) {
        super(message);
    }

    Failure(String message, Throwable cause) {
        super(message, cause);
    }
}
