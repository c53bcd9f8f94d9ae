package stockroom.database;

import java.net.SocketTimeoutException;

public abstract sealed class DatabaseFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private DatabaseFailure(String message, Throwable cause) {
        super(message, cause);
    }

    /// Another attempt after a time-out would take as long.
    boolean isTimeout() {
        for (Throwable cause = this; cause != null; cause = cause.getCause()) {
            if (cause instanceof Busy || cause instanceof SocketTimeoutException) {
                return true;
            }
        }
        return false;
    }

    /// All connections were taken, or a statement took too long.
    public static final class Busy extends DatabaseFailure {
        private static final long serialVersionUID = 1L;

        Busy(Throwable cause) {
            super("the database is busy", cause);
        }
    }

    /// The database is unreachable, shutting down, or failing over.
    public static final class Down extends DatabaseFailure {
        private static final long serialVersionUID = 1L;
        private final boolean sent;

        Down(Throwable cause) {
            this(cause, false);
        }

        /// `sent` is true if the statement may have been carried out.
        Down(Throwable cause, boolean sent) {
            super("the database does not answer", cause);
            this.sent = sent;
        }

        boolean isSent() {
            return sent;
        }
    }

    /// The connection broke during a write, which may or may not have taken effect.
    public static final class OutcomeUnknown extends DatabaseFailure {
        private static final long serialVersionUID = 1L;

        OutcomeUnknown(Throwable cause) {
            super("the connection broke during a write", cause);
        }
    }
}
