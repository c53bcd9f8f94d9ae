package stockroom.admin.credentials;

import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import stockroom.database.Database;

/// Finds what operators had ended and a restored backup brought back.
public final class RevivedStore {
    private static final String ONLY_SECRET =
            "SELECT count(*) = 1 FROM application_secret WHERE application_id = :id::bigint";

    private static final String MEMBER =
            "SELECT 1 FROM membership WHERE person_id = :id::bigint AND created_at = :created ";

    private final Database database;

    public RevivedStore(Database database) {
        this.database = database;
    }

    public List<String> commands(EndedReader ended) {
        return database.run(
                "revived",
                handle -> ended.ended().stream()
                        .filter(item -> isAlive(handle, item))
                        .flatMap(item -> commands(handle, item))
                        .toList());
    }

    private static String query(Ended.Kind kind) {
        return switch (kind) {
            case TOKEN -> """
                    SELECT 1 FROM access_token
                    WHERE token_hash BETWEEN decode(rpad(:id, 64, '0'), 'hex') AND decode(rpad(:id, 64, 'f'), 'hex')
                      AND created_at = :created AND revoked_at IS NULL AND expires_at > now()
                    """;
            case SECRET -> """
                    SELECT 1 FROM application_secret
                    WHERE application_id = :id::bigint AND slot = :part AND created_at = :created
                    """;
            case PERSON -> "SELECT 1 FROM person WHERE person_id = :id::bigint AND created_at = :created";
            case PLATFORM_MEMBER -> MEMBER + "AND merchant_id IS NULL AND application_id IS NULL";
            case MERCHANT_MEMBER -> MEMBER + "AND merchant_id = :part";
            case APPLICATION_MEMBER -> MEMBER + "AND application_id = :part";
            case OPERATOR_KEY -> """
                    SELECT 1 FROM operator_key
                    WHERE key_id = :id::bigint AND created_at = :created AND revoked_at IS NULL AND expires_at > now()
                    """;
            case APPLICATION -> """
                    SELECT 1 FROM application
                    WHERE application_id = :id::bigint AND created_at = :created AND NOT suspended
                    """;
            case MERCHANT -> """
                    SELECT 1 FROM merchant
                    WHERE merchant_id = :id::bigint AND created_at = :created
                      AND NOT EXISTS (SELECT 1 FROM suspended_merchant WHERE merchant_id = :id::bigint)
                    """;
            case DELETED_MERCHANT -> """
                    SELECT 1 FROM merchant
                    WHERE merchant_id = :id::bigint AND created_at = :created
                      AND NOT EXISTS (SELECT 1 FROM suspended_merchant
                                      WHERE merchant_id = :id::bigint AND deletion_begun_at IS NOT NULL)
                    """;
        };
    }

    private static boolean isAlive(Handle handle, Ended item) {
        var query = handle.createQuery(query(item.kind())).bind("id", item.id()).bind("created", item.createdAt());
        if (query(item.kind()).contains(":part")) {
            query.bind("part", item.part());
        }
        return query.mapTo(Integer.class).findOne().isPresent();
    }

    /// An application's last secret cannot be ended, so a new one is added first.
    private static Stream<String> commands(Handle handle, Ended item) {
        if (item.kind() != Ended.Kind.SECRET || !isOnlySecret(handle, item.id())) {
            return Stream.of(item.command());
        }
        return Stream.of("stockroom application add-secret " + item.id(), item.command());
    }

    private static boolean isOnlySecret(Handle handle, String application) {
        return handle.createQuery(ONLY_SECRET)
                .bind("id", application)
                .mapTo(Boolean.class)
                .one();
    }
}
