package stockroom.database;

import java.sql.SQLException;
import org.postgresql.util.PSQLException;

/// What a SQLSTATE says of the work that it ended.
///
/// @param code the code; `08000` where the driver gave none, as when it finds the connection closed
/// @param routine the place in PostgreSQL's source, which tells apart what has the same code; may be empty
public record SqlState(String code, String routine) {
    private static final String NO_CONNECTION = "08000";
    private static final SqlState NONE = new SqlState("", "");

    /// That of the first cause which has one.
    public static SqlState of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return new SqlState(sql.getSQLState() == null ? NO_CONNECTION : sql.getSQLState(), routine(sql));
            }
        }
        return NONE;
    }

    private static String routine(SQLException failure) {
        var message = failure instanceof PSQLException ours ? ours.getServerErrorMessage() : null;
        return message == null || message.getRoutine() == null ? "" : message.getRoutine();
    }

    /// A standby, such as a former primary after a failover. Nothing was written.
    boolean isReadOnly() {
        return code.equals("25006");
    }

    /// "cached plan must not change result type", or a prepared statement that the connection does not know. The
    /// statement has not begun.
    boolean isPlanUnusable() {
        return code.equals("26000") || (code.equals("0A000") && routine.equals("RevalidateCachedQuery"));
    }

    /// The database answers, and does not let us in with this password, or without one.
    public boolean isLoginRefused() {
        return code.equals("08004") || code.equals("28P01");
    }

    /// The connection ended; what was sent may have been carried out.
    public boolean isConnectionLost() {
        return code.startsWith("08") || code.startsWith("57P") || isWorkerLostAtCommit();
    }

    /// A coordinator of Citus has told a worker to commit, and does not know whether it did.
    private boolean isWorkerLostAtCommit() {
        return code.equals("XX000") && routine.equals("ErrorIfPostCommitFailedShardPlacements");
    }

    /// Short of something, or a system error such as a disk's, which goes when the database has moved elsewhere.
    private boolean isSystemFailure() {
        return code.startsWith("53") || code.startsWith("58") || isWorkerLost();
    }

    /// A coordinator of Citus has lost a worker in a transaction, which it ends before any node has committed.
    private boolean isWorkerLost() {
        return code.equals("XX000") && routine.equals("MarkRemoteTransactionFailed");
    }

    private boolean isBusy() {
        return switch (code) {
            case "57014", "55P03", "40P01", "40001" -> true;
            default -> false;
        };
    }

    /// What passes with time becomes a [DatabaseFailure]; the rest is an internal error.
    static RuntimeException understood(Exception e) {
        var state = of(e);
        if (state.isBusy()) {
            return new DatabaseFailure.Busy(e);
        }
        if (state.isConnectionLost()) {
            return new DatabaseFailure.Down(e, true);
        }
        return state.isReadOnly() || state.isPlanUnusable() || state.isSystemFailure()
                ? new DatabaseFailure.Down(e)
                : new IllegalStateException(e);
    }
}
