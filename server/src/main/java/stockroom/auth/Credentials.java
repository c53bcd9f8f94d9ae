package stockroom.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import stockroom.config.Secret;
import stockroom.database.Database;

/// Credentials as this node knows them: read from the database, trusted for seconds, and forgotten at once when
/// another node says so. A token is never trusted beyond its own expiry.
public final class Credentials {
    /// `NOTIFY` here with `application N` or `token HASH` when one changes.
    public static final String CHANNEL = "stockroom_credentials";

    private static final Pattern APPLICATION = Pattern.compile("application ([0-9]{1,18})");
    private static final Pattern TOKEN = Pattern.compile("token ([0-9a-f]{64})");
    private static final int MOST_APPLICATIONS = 100_000;
    private static final int MOST_TOKENS = 1_000_000;

    private final CredentialStore store;
    private final Cache<Long, List<Secret>> secrets;
    private final Cache<TokenHash, CredentialStore.Token> tokens;

    public Credentials(Database database, SecretCipher cipher, Duration cacheTime) {
        this.store = new CredentialStore(database, cipher);
        this.secrets = Caffeine.newBuilder()
                .maximumSize(MOST_APPLICATIONS)
                .expireAfterWrite(cacheTime)
                .build();
        this.tokens = Caffeine.newBuilder()
                .maximumSize(MOST_TOKENS)
                .expireAfter(Expiry.<TokenHash, CredentialStore.Token>creating(
                        (_, token) -> token.timeLeft().compareTo(cacheTime) < 0 ? token.timeLeft() : cacheTime))
                .build();
    }

    List<Secret> secretsOf(long application) {
        return secrets.get(application, store::secretsOf);
    }

    Optional<Caller> caller(TokenHash token) {
        return Optional.ofNullable(tokens.getIfPresent(token))
                .or(() -> read(token))
                .map(CredentialStore.Token::caller);
    }

    private Optional<CredentialStore.Token> read(TokenHash hash) {
        var token = store.token(hash);
        token.ifPresent(found -> tokens.put(hash, found));
        return token;
    }

    /// A message on [#CHANNEL]; one we do not understand may be about anything.
    public void changed(String what) {
        var application = APPLICATION.matcher(what);
        var token = TOKEN.matcher(what);
        if (application.matches()) {
            secrets.invalidate(Long.valueOf(application.group(1)));
        } else if (token.matches()) {
            tokens.invalidate(new TokenHash(token.group(1)));
        } else {
            forgetAll();
        }
    }

    public void forgetAll() {
        secrets.invalidateAll();
        tokens.invalidateAll();
    }
}
