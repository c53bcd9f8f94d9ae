package stockroom.admin.credentials;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.Nested;
import org.jspecify.annotations.Nullable;
import stockroom.admin.operators.OperatorRequestStore;
import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.Operator;
import stockroom.auth.CredentialCache;
import stockroom.auth.MerchantId;
import stockroom.auth.TokenHash;
import stockroom.config.Secret;
import stockroom.database.Database;
import stockroom.database.Notifications;
import stockroom.database.paging.Page;
import stockroom.merchants.MerchantLockStore;

/// Stores tokens only as hashes. A token's id is the first 16 of the 64 hexadecimal digits of its hash.
public final class TokenStore {
    private static final int ID_LENGTH = 16;

    private static final String STATE = """
            CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= clock_timestamp() THEN 'expired'
                 ELSE 'active' END
            """;

    private static final String COLUMNS = """
            encode(token_hash, 'hex') AS hex, left(encode(token_hash, 'hex'), 16) AS token_id,
            application_id, merchant_id, account_id, created_at, expires_at, revoked_at,
            (SELECT used_at FROM last_use WHERE credential = 'token ' || encode(token_hash, 'hex')) AS last_used_at,
            """ + STATE + "AS state\n";

    private static final String ISSUE = """
            INSERT INTO access_token (token_hash, application_id, merchant_id, account_id, expires_at)
            VALUES (?, ?, ?, ?, now() + make_interval(secs => ?))
            """;

    /// The id is the beginning of the hash, so the token can only be the first one from there on.
    private static final String FIND =
            "SELECT " + COLUMNS + "FROM access_token WHERE token_hash >= :id ORDER BY token_hash LIMIT 1";

    private static final String LOCK = "SELECT 1 FROM access_token WHERE token_hash = ? FOR UPDATE";

    private static final String LIST = "SELECT " + COLUMNS + """
            FROM access_token
            WHERE token_hash > :after <application> <merchant> <expiring>
              AND (strpos(left(encode(token_hash, 'hex'), 16), lower(:search)) = 1
                   OR application_id IN (SELECT application_id FROM application
                                         WHERE strpos(lower(name), lower(:search)) > 0))
              AND :state IN ('',
            """ + STATE + """
            ) ORDER BY token_hash LIMIT :rows
            """;

    /// The end is written as in the index access_token_by_end.
    private static final String EXPIRING = """
            revoked_at IS NULL AND least(expires_at, revoked_at) > now()
                AND least(expires_at, revoked_at) < :expiresBefore
            """;

    private static final String COUNT_EXPIRING = "SELECT count(*) FROM access_token WHERE " + EXPIRING;

    private static final String RENEW =
            "UPDATE access_token SET expires_at = now() + make_interval(secs => ?) WHERE token_hash = ?";

    private static final String REVOKE = "UPDATE access_token SET revoked_at = now() WHERE token_hash = ?";

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Database database;

    public TokenStore(Database database) {
        this.database = database;
    }

    public record Token(
            String tokenId,
            long applicationId,
            long merchantId,
            long accountId,
            String state,
            Instant createdAt,
            Instant expiresAt,
            @Nullable Instant revokedAt,
            @Nullable Instant lastUsedAt) {
        boolean revoked() {
            return revokedAt != null;
        }
    }

    private record Found(@Nested TokenHash hash, @Nested Token token) {}

    public static Secret random() {
        var bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return new Secret(HexFormat.of().formatHex(bytes));
    }

    public record NewToken(Token about, Secret accesstoken) {}

    public NewToken issue(Operator by, long application, MerchantId merchant, long account, Duration lifetime) {
        var token = random();
        return database.inTransaction("issue token", handle -> {
            OperatorRequestStore.claim(handle, by);
            MerchantLockStore.lock(handle, merchant);
            var hash = TokenHash.of(token.reveal());
            handle.execute(ISSUE, hash.bytes(), application, merchant.value(), account, lifetime.toSeconds());
            var issued = written(handle, hash);
            AuditStore.write(handle, by, "token.issue", subject(issued.token), null, issued.token);
            return new NewToken(issued.token, token);
        });
    }

    Optional<Token> find(String id) {
        return database.run("token by id", handle -> find(handle, id).map(Found::token));
    }

    /// `search` is the beginning of a token's id or a part of its application's name. `expiresBefore` selects
    /// active tokens only. An empty text selects all.
    record Filter(
            Optional<Long> application,
            Optional<Long> merchant,
            String search,
            String state,
            Optional<Instant> expiresBefore) {}

    Page<Token> list(Page.Wanted wanted, Filter filter) {
        if (!wanted.after().matches("([0-9a-f]{2})*")) {
            throw new Page.InvalidCursor(wanted.after());
        }
        var rows = database.run("tokens", handle -> {
            var query = handle.createQuery(LIST)
                    .define("application", filter.application.isPresent() ? "AND application_id = :application" : "")
                    .define("merchant", filter.merchant.isPresent() ? "AND merchant_id = :merchant" : "")
                    .define("expiring", filter.expiresBefore.isPresent() ? "AND " + EXPIRING : "")
                    .bind("after", HexFormat.of().parseHex(wanted.after()))
                    .bind("search", filter.search)
                    .bind("state", filter.state)
                    .bind("rows", wanted.rows());
            filter.application.ifPresent(id -> query.bind("application", id));
            filter.merchant.ifPresent(id -> query.bind("merchant", id));
            filter.expiresBefore.ifPresent(time -> query.bind("expiresBefore", time.atOffset(ZoneOffset.UTC)));
            return query.mapTo(Found.class).list();
        });
        var page = Page.of(rows, wanted, found -> found.hash.hex());
        return new Page<>(page.items().stream().map(Found::token).toList(), page.next());
    }

    long countExpiring(Instant before) {
        return database.run(
                "expiring tokens",
                handle -> handle.createQuery(COUNT_EXPIRING)
                        .bind("expiresBefore", before.atOffset(ZoneOffset.UTC))
                        .mapTo(Long.class)
                        .one());
    }

    /// Lets the token end `lifetime` from now. A revoked one is returned unchanged.
    Optional<Token> renew(Operator by, String id, Duration lifetime) {
        return change(
                by, "token.renew", id, (handle, hash) -> handle.execute(RENEW, lifetime.toSeconds(), hash.bytes()));
    }

    Optional<Token> revoke(Operator by, String id) {
        return change(by, "token.revoke", id, (handle, hash) -> handle.execute(REVOKE, hash.bytes()));
    }

    private Optional<Token> change(Operator by, String action, String id, BiConsumer<Handle, TokenHash> update) {
        return database.inTransaction(action, handle -> {
            var before = lock(handle, id);
            if (before.isEmpty() || before.get().token.revoked()) {
                return before.map(Found::token);
            }
            var hash = before.get().hash;
            update.accept(handle, hash);
            var after = written(handle, hash).token;
            Notifications.send(handle, CredentialCache.CHANNEL, "token " + hash.hex());
            AuditStore.write(handle, by, action, subject(after), before.get().token, after);
            return Optional.of(after);
        });
    }

    private static Subject subject(Token token) {
        return Subject.of("token", token.tokenId, new MerchantId(token.merchantId));
    }

    private static Optional<Found> lock(Handle handle, String id) {
        var found = find(handle, id);
        if (found.isEmpty()) {
            return found;
        }
        handle.select(LOCK, found.get().hash.bytes()).mapTo(Integer.class).findOne();
        // another change may have ended before the lock was granted
        return find(handle, id);
    }

    /// Reads the token back, since a cluster allows no clock in a RETURNING clause.
    private static Found written(Handle handle, TokenHash hash) {
        return find(handle, hash.hex().substring(0, ID_LENGTH)).orElseThrow();
    }

    private static Optional<Found> find(Handle handle, String id) {
        return handle.createQuery(FIND)
                .bind("id", HexFormat.of().parseHex(id))
                .mapTo(Found.class)
                .findOne()
                .filter(found -> found.token.tokenId.equals(id));
    }
}
