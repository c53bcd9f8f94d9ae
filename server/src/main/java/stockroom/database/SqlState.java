package stockroom.database;

import java.sql.SQLException;
import org.postgresql.util.PSQLException;

/// How PostgreSQL reported an error.
///
/// @param code is `08000` if the driver gave none, as for a closed connection
/// @param routine is the function in PostgreSQL's source, which distinguishes errors of one code
public record SqlState(String code, String routine) {
    private static final String NO_CONNECTION = "08000";
    private static final SqlState NONE = new SqlState("", "");

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

    /// The node is a standby, such as the former primary after a failover. Nothing was written.
    boolean isReadOnly() {
        return code.equals("25006");
    }

    /// The cached plan is stale, or the prepared statement unknown to the connection. The statement has not started.
    boolean isPlanUnusable() {
        return code.equals("26000") || (code.equals("0A000") && routine.equals("RevalidateCachedQuery"));
    }

    public boolean isLoginRefused() {
        return code.equals("08004") || code.equals("28P01");
    }

    /// The connection ended. What was sent may have been carried out.
    public boolean isConnectionLost() {
        return code.startsWith("08") || code.startsWith("57P") || isWorkerLostAtCommit();
    }

    /// A Citus coordinator told a worker to commit and does not know whether it did.
    private boolean isWorkerLostAtCommit() {
        return code.equals("XX000") && routine.equals("ErrorIfPostCommitFailedShardPlacements");
    }

    /// A resource is exhausted or a system call failed, which a failover may resolve.
    private boolean isSystemFailure() {
        return code.startsWith("53") || code.startsWith("58") || isWorkerLost();
    }

    /// A Citus coordinator lost a worker in a transaction and ends it before any node has committed.
    private boolean isWorkerLost() {
        return code.equals("XX000") && routine.equals("MarkRemoteTransactionFailed");
    }

    private boolean isBusy() {
        return switch (code) {
            case "57014", "55P03", "40P01", "40001" -> true;
            default -> false;
        };
    }

    /// Turns temporary failures into a [DatabaseFailure] and all others into an internal error.
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
