package stockroom.admin;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import org.jdbi.v3.core.Handle;
import stockroom.auth.Credentials;
import stockroom.auth.MerchantId;
import stockroom.auth.SecretCipher;
import stockroom.auth.TokenHash;
import stockroom.config.Secret;
import stockroom.database.Database;

/// Applications, their secrets and the access tokens issued to them. What is shown here is shown once: secrets are kept
/// encrypted, tokens only as a hash.
public final class ApplicationStore {
    private static final String CREATE = "INSERT INTO application (name) VALUES (:name) RETURNING application_id";

    private static final String ADD_SECRET = """
            INSERT INTO application_secret (application_id, slot, ciphertext) VALUES (:application, :slot, :ciphertext)
            """;

    private static final String ISSUE = """
            INSERT INTO access_token (token_hash, application_id, merchant_id, account_id, expires_at)
            VALUES (:hash, :application, :merchant, :account, now() + make_interval(secs => :lifetimeSeconds))
            """;

    private static final String TELL_ALL_NODES = "SELECT pg_notify(:channel, :what)::text";

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Database database;
    private final SecretCipher cipher;

    public ApplicationStore(Database database, SecretCipher cipher) {
        this.database = database;
        this.cipher = cipher;
    }

    /// A new application with its first secret.
    public record NewApplication(long appid, Secret secret) {}

    public NewApplication create(String name) {
        return database.inTransaction("create application", handle -> {
            long application = handle.createQuery(CREATE)
                    .bind("name", name)
                    .mapTo(Long.class)
                    .one();
            return new NewApplication(application, addSecret(handle, application, 1));
        });
    }

    /// A second live secret beside the first, while callers change from one to the other.
    public Secret addSecondSecret(long application) {
        return database.inTransaction("add secret", handle -> {
            var secret = addSecret(handle, application, 2);
            handle.createQuery(TELL_ALL_NODES)
                    .bind("channel", Credentials.CHANNEL)
                    .bind("what", "application " + application)
                    .mapTo(String.class)
                    .one();
            return secret;
        });
    }

    private Secret addSecret(Handle handle, long application, int slot) {
        var secret = random();
        handle.createUpdate(ADD_SECRET)
                .bind("application", application)
                .bind("slot", slot)
                .bind("ciphertext", cipher.encrypt(application, secret))
                .execute();
        return secret;
    }

    public Secret issueToken(long application, MerchantId merchant, long account, Duration lifetime) {
        var token = random();
        database.run(
                "issue token",
                handle -> handle.createUpdate(ISSUE)
                        .bind("hash", TokenHash.of(token.reveal()).bytes())
                        .bind("application", application)
                        .bind("merchant", merchant.value())
                        .bind("account", account)
                        .bind("lifetimeSeconds", lifetime.toSeconds())
                        .execute());
        return token;
    }

    /// 32 hex characters.
    private static Secret random() {
        var bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return new Secret(HexFormat.of().formatHex(bytes));
    }
}
