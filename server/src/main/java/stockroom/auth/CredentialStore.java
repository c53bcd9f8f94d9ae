package stockroom.auth;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import stockroom.config.Secret;
import stockroom.database.BatchedRead;
import stockroom.database.Columns;
import stockroom.database.Database;

/// Every node has these tables, since they are read before the merchant is known.
final class CredentialStore {
    private static final String SECRETS = """
            SELECT s.application_id, s.slot, s.ciphertext
            FROM application a JOIN application_secret s ON s.application_id = a.application_id
            WHERE a.application_id = ? AND NOT a.suspended
            ORDER BY s.slot
            """;

    private static final String TOKEN = """
            SELECT t.application_id, t.merchant_id, t.account_id,
                   CASE WHEN t.revoked_at IS NOT NULL OR t.expires_at <= clock_timestamp() THEN 'ENDED'
                        WHEN EXISTS (SELECT FROM suspended_merchant s WHERE s.merchant_id = t.merchant_id)
                        THEN 'SUSPENDED' ELSE 'LIVE' END AS state,
                   t.expires_at, extract(epoch FROM t.expires_at - clock_timestamp()) * 1000 AS millis_left,
                   coalesce(a.details_per_day, m.details_per_day) AS details_per_day,
                   coalesce(a.products_per_store, m.products_per_store) AS products_per_store,
                   coalesce(a.reads_per_second, m.reads_per_second) AS reads_per_second
            FROM access_token t
            LEFT JOIN own_limit a ON a.merchant_id = t.merchant_id AND a.account_id = t.account_id
            LEFT JOIN own_limit m ON m.merchant_id = t.merchant_id AND m.account_id = 0
            WHERE t.token_hash = ?
            """;

    private final BatchedRead<Long, List<LiveSecret>> secrets;
    private final BatchedRead<TokenHash, Optional<Token>> tokens;
    private final SecretCipher cipher;

    CredentialStore(Database database, SecretCipher cipher) {
        this.cipher = cipher;
        this.secrets = database.batcher(
                "secrets", SECRETS, (parameters, application) -> parameters.next(application), this::secrets);
        this.tokens = database.batcher(
                "token", TOKEN, (parameters, hash) -> parameters.next(hash.bytes()), CredentialStore::token);
    }

    record LiveSecret(int slot, Secret secret) {}

    /// `timeLeft` is measured by the database's clock.
    record Token(Caller caller, State state, Duration timeLeft) {
        enum State {
            LIVE,
            ENDED,
            SUSPENDED
        }
    }

    List<LiveSecret> secretsOf(long application) {
        return secrets.read(application);
    }

    private List<LiveSecret> secrets(ResultSet rows) throws SQLException {
        var found = new ArrayList<LiveSecret>();
        while (rows.next()) {
            found.add(new LiveSecret(
                    rows.getInt("slot"), cipher.decrypt(rows.getLong("application_id"), rows.getBytes("ciphertext"))));
        }
        return found;
    }

    Optional<Token> token(TokenHash hash) {
        return tokens.read(hash);
    }

    private static Optional<Token> token(ResultSet rows) throws SQLException {
        if (!rows.next()) {
            return Optional.empty();
        }
        var caller = new Caller(
                new MerchantId(rows.getLong("merchant_id")),
                rows.getLong("account_id"),
                rows.getLong("application_id"),
                new OwnLimits(
                        limit(rows, "details_per_day"),
                        limit(rows, "products_per_store"),
                        limit(rows, "reads_per_second")),
                Columns.time(rows, "expires_at"));
        return Optional.of(new Token(
                caller, Token.State.valueOf(rows.getString("state")), Duration.ofMillis(rows.getLong("millis_left"))));
    }

    private static OptionalInt limit(ResultSet rows, String column) throws SQLException {
        int limit = rows.getInt(column);
        return rows.wasNull() ? OptionalInt.empty() : OptionalInt.of(limit);
    }
}
