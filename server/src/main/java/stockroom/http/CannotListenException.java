package stockroom.http;

public final class CannotListenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CannotListenException(String message, Throwable cause) {
        super(message, cause);
    }
}
