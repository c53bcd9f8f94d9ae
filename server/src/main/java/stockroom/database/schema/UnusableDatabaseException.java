package stockroom.database.schema;

import stockroom.database.DatabaseAddress;
import stockroom.database.SqlState;

/// The message tells the operator in one line why the database cannot be used or migrated.
public final class UnusableDatabaseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableDatabaseException(String message, Throwable cause) {
        super(message, cause);
    }

    static UnusableDatabaseException of(DatabaseAddress address, Exception failure) {
        var hint = hint(address, SqlState.of(failure));
        return new UnusableDatabaseException(
                "database %s, user %s: %s%s"
                        .formatted(
                                address,
                                address.user(),
                                reason(failure),
                                hint.isEmpty() ? "" : " (%s)".formatted(hint)),
                failure);
    }

    private static String hint(DatabaseAddress address, SqlState state) {
        var user = address.isOwner() ? "database.owner" : "database.user";
        var password = address.isOwner() ? "database.owner-password" : "database.password";
        if (state.isLoginRefused() && address.password().isEmpty()) {
            return "set %s: it is empty".formatted(password);
        }
        return switch (state.code()) {
            case "28P01", "28000" -> "see %s and %s".formatted(user, password);
            case "3D000" -> "create the database, or name another one in database.url";
            case "42501" ->
                address.isOwner()
                        ? "the role in database.owner must own the database: see docs/install.md#database-roles"
                        : "set database.owner and database.owner-password to the role that owns the database:"
                                + " see docs/install.md#database-roles";
            case "42704" -> "create the role of database.user: see docs/install.md#database-roles";
            default -> state.isConnectionLost() ? "is PostgreSQL running, and database.url right?" : "";
        };
    }

    static String reason(Throwable failure) {
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
