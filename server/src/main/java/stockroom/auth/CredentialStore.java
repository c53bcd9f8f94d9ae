package stockroom.auth;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import stockroom.config.Secret;
import stockroom.database.Database;

/// Applications with their secrets, and access tokens: the reference tables, read before the merchant is known.
final class CredentialStore {
    private static final String SECRETS = """
            SELECT s.ciphertext
            FROM application a JOIN application_secret s ON s.application_id = a.application_id
            WHERE a.application_id = :application AND NOT a.suspended
            ORDER BY s.slot
            """;

    private static final String TOKEN = """
            SELECT application_id, merchant_id, account_id,
                   extract(epoch FROM expires_at - clock_timestamp()) * 1000 AS millis_left
            FROM access_token
            WHERE token_hash = :hash AND revoked_at IS NULL AND expires_at > clock_timestamp()
            """;

    private static final String SUSPENDED =
            "SELECT EXISTS (SELECT FROM suspended_merchant WHERE merchant_id = :merchant)";

    private final Database database;
    private final SecretCipher cipher;

    CredentialStore(Database database, SecretCipher cipher) {
        this.database = database;
        this.cipher = cipher;
    }

    /// A token that is neither expired, by the database's clock, nor revoked.
    record Token(Caller caller, Duration timeLeft) {}

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
        return database.run(
                "token",
                handle -> handle.createQuery(TOKEN)
                        .bind("hash", hash.bytes())
                        .map((row, _) -> new Token(
                                new Caller(
                                        new MerchantId(row.getLong("merchant_id")),
                                        row.getLong("account_id"),
                                        row.getLong("application_id")),
                                Duration.ofMillis(row.getLong("millis_left"))))
                        .findOne());
    }

    boolean suspended(MerchantId merchant) {
        return database.run(
                "suspended merchant",
                handle -> handle.createQuery(SUSPENDED)
                        .bind("merchant", merchant.value())
                        .mapTo(Boolean.class)
                        .one());
    }
}
