package stockroom.admin.operators;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.Operator;
import stockroom.auth.TokenHash;
import stockroom.config.Secret;
import stockroom.database.Database;
import stockroom.database.Records;
import stockroom.database.paging.Page;

/// Stores keys only as hashes.
public final class OperatorKeyStore {
    /// Secret scanners recognise a leaked key by this prefix.
    private static final String PREFIX = "stockroom_";

    public static final int MAX_DAYS = 3_650;
    public static final int MAX_NAME = 128;

    private static final String COLUMNS = """
            key_id, name, scope, created_at, expires_at, revoked_at,
            (SELECT used_at FROM last_use WHERE credential = 'operator key ' || key_id) AS last_used_at,
            CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= clock_timestamp() THEN 'expired'
                 ELSE 'active' END AS state
            """;

    private static final String CREATE = """
            INSERT INTO operator_key (name, key_hash, scope, expires_at)
            VALUES (?, ?, ?, now() + make_interval(secs => ?))
            RETURNING\s""" + COLUMNS;

    private static final String FIND = "SELECT " + COLUMNS + """
            FROM operator_key WHERE key_hash = ? AND revoked_at IS NULL AND expires_at > clock_timestamp()
            """;

    private static final String FIND_NUMBER = "SELECT " + COLUMNS + "FROM operator_key WHERE key_id = ?";

    private static final String LIST = "SELECT " + COLUMNS + """
            FROM operator_key WHERE key_id < ? ORDER BY key_id DESC LIMIT ?
            """;

    private static final String LOCK = "SELECT " + COLUMNS + "FROM operator_key WHERE key_id = ? FOR UPDATE";

    private static final String REVOKE =
            "UPDATE operator_key SET revoked_at = now() WHERE key_id = ? RETURNING " + COLUMNS;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Database database;

    public OperatorKeyStore(Database database) {
        this.database = database;
    }

    public record OperatorKey(
            long keyId,
            String name,
            String scope,
            String state,
            Instant createdAt,
            Instant expiresAt,
            @Nullable Instant revokedAt,
            @Nullable Instant lastUsedAt) {}

    public record NewOperatorKey(OperatorKey about, Secret key) {}

    public NewOperatorKey create(Operator by, String name, Scope scope, Duration lifetime) {
        var bytes = new byte[32];
        RANDOM.nextBytes(bytes);
        var key = new Secret(PREFIX + HexFormat.of().formatHex(bytes));
        return database.inTransaction("create operator key", handle -> {
            OperatorRequestStore.claim(handle, by);
            var hash = TokenHash.of(key.reveal());
            var about = handle.select(CREATE, name, hash.bytes(), scope.word(), lifetime.toSeconds())
                    .mapTo(OperatorKey.class)
                    .one();
            AuditStore.write(handle, by, "operator-key.create", Subject.of("operator key", about.keyId()), null, about);
            return new NewOperatorKey(about, key);
        });
    }

    Optional<OperatorKey> find(String key) {
        return Records.find(
                database,
                "operator key",
                OperatorKey.class,
                FIND,
                TokenHash.of(key).bytes());
    }

    OperatorKey find(long key) {
        return Records.find(database, "operator key by number", OperatorKey.class, FIND_NUMBER, key)
                .orElseThrow();
    }

    Page<OperatorKey> list(Page.Wanted wanted) {
        var rows = Records.list(
                database, "operator keys", OperatorKey.class, LIST, wanted.afterNumber(Long.MAX_VALUE), wanted.rows());
        return Page.of(rows, wanted, key -> Page.cursor(key.keyId()));
    }

    Optional<OperatorKey> revoke(Operator by, long key) {
        return database.inTransaction("revoke operator key", handle -> {
            var before = handle.select(LOCK, key).mapTo(OperatorKey.class).findOne();
            if (before.isEmpty() || before.get().revokedAt() != null) {
                return before;
            }
            var after = handle.select(REVOKE, key).mapTo(OperatorKey.class).one();
            AuditStore.write(handle, by, "operator-key.revoke", Subject.of("operator key", key), before.get(), after);
            return Optional.of(after);
        });
    }
}
