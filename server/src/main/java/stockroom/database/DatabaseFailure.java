package stockroom.database;

import java.net.SocketTimeoutException;

/// The database did not do its part; nothing of the request took effect, or it can be sent again without harm.
public abstract sealed class DatabaseFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private DatabaseFailure(String message, Throwable cause) {
        super(message, cause);
    }

    /// Whether it took too long; to try again would take as long.
    boolean isTimeout() {
        for (Throwable cause = this; cause != null; cause = cause.getCause()) {
            if (cause instanceof Busy || cause instanceof SocketTimeoutException) {
                return true;
            }
        }
        return false;
    }

    /// More work than connections, or a statement that took too long.
    public static final class Busy extends DatabaseFailure {
        private static final long serialVersionUID = 1L;

        Busy(Throwable cause) {
            super("the database is busy", cause);
        }
    }

    /// Unreachable, shutting down, or failing over.
    public static final class Down extends DatabaseFailure {
        private static final long serialVersionUID = 1L;

        Down(Throwable cause) {
            super("the database does not answer", cause);
        }
    }
}
