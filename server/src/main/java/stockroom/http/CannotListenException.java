package stockroom.http;

/// An address or port that cannot be listened on, for example because it is taken.
public final class CannotListenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CannotListenException(String message, Throwable cause) {
        super(message, cause);
    }
}
