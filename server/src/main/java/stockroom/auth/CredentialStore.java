package stockroom.auth;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import stockroom.config.Secret;
import stockroom.database.Database;
import stockroom.database.ReadBatcher;

/// Applications with their secrets, and access tokens: the reference tables, read before the merchant is known.
final class CredentialStore {
    private static final String SECRETS = """
            SELECT s.ciphertext
            FROM application a JOIN application_secret s ON s.application_id = a.application_id
            WHERE a.application_id = :application AND NOT a.suspended
            ORDER BY s.slot
            """;

    private static final String TOKEN = """
            SELECT t.application_id, t.merchant_id, t.account_id,
                   EXISTS (SELECT FROM suspended_merchant s WHERE s.merchant_id = t.merchant_id) AS suspended,
                   extract(epoch FROM t.expires_at - clock_timestamp()) * 1000 AS millis_left
            FROM access_token t
            WHERE t.token_hash = ? AND t.revoked_at IS NULL AND t.expires_at > clock_timestamp()
            """;

    private final Database database;
    private final ReadBatcher<TokenHash, Optional<Token>> tokens;
    private final SecretCipher cipher;

    CredentialStore(Database database, SecretCipher cipher) {
        this.database = database;
        this.tokens = database.batcher(
                "token", TOKEN, (parameters, hash) -> parameters.next(hash.bytes()), CredentialStore::token);
        this.cipher = cipher;
    }

    /// A token that is neither expired, by the database's clock, nor revoked.
    ///
    /// @param suspended whether its merchant is
    record Token(Caller caller, boolean suspended, Duration timeLeft) {}

    /// The live secrets of an application; none when it is unknown or suspended.
    List<Secret> secretsOf(long application) {
        return database.run(
                "secrets",
                handle -> handle.createQuery(SECRETS)
                        .bind("application", application)
                        .mapTo(byte[].class)
                        .map(ciphertext -> cipher.decrypt(application, ciphertext))
                        .list());
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
                rows.getLong("application_id"));
        return Optional.of(
                new Token(caller, rows.getBoolean("suspended"), Duration.ofMillis(rows.getLong("millis_left"))));
    }
}
