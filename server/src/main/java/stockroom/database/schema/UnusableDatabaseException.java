package stockroom.database.schema;

import stockroom.database.DatabaseAddress;
import stockroom.database.SqlState;

/// The database of the settings cannot be connected to, or its schema not brought up to this version. The message
/// tells the operator why, in one line.
public final class UnusableDatabaseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableDatabaseException(String message, Throwable cause) {
        super(message, cause);
    }

    static UnusableDatabaseException of(DatabaseAddress address, Exception failure) {
        var state = SqlState.of(failure);
        var hint = switch (state.code()) {
            case "28P01", "28000" -> "see database.user and database.password";
            case "3D000" -> "create the database, or name another one in database.url";
            case "42501" ->
                "the user must be allowed to create tables there: GRANT CREATE ON SCHEMA public TO " + address.user();
            default -> state.isConnectionLost() ? "is PostgreSQL running, and database.url right?" : "";
        };
        return new UnusableDatabaseException(
                "database %s, user %s: %s%s"
                        .formatted(
                                address,
                                address.user(),
                                reason(failure),
                                hint.isEmpty() ? "" : " (%s)".formatted(hint)),
                failure);
    }

    /// What the database or the network said, rather than what was said about it on the way here.
    private static String reason(Throwable failure) {
        var last = failure;
        while (last.getCause() != null) {
            last = last.getCause();
        }
        return String.valueOf(last.getMessage() == null ? last : last.getMessage())
                .lines()
                .findFirst()
                .orElse(last.toString());
    }
}
