package stockroom.database;

/// The database did not do its part; nothing of the request took effect, or it can be sent again without harm.
public abstract sealed class DatabaseFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private DatabaseFailure(String message, Throwable cause) {
        super(message, cause);
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
