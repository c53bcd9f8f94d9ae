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
    /// `NOTIFY` here with `application N`, `token HASH` or `merchant N` when one changes.
    public static final String CHANNEL = "stockroom_credentials";

    private static final Pattern APPLICATION = Pattern.compile("application ([0-9]{1,18})");
    private static final Pattern TOKEN = Pattern.compile("token ([0-9a-f]{64})");
    private static final Pattern MERCHANT = Pattern.compile("merchant ([0-9]{1,18})");
    private static final int MOST_APPLICATIONS = 100_000;
    private static final int MOST_TOKENS = 1_000_000;

    private final CredentialStore store;
    private final Cache<Long, List<Secret>> secrets;
    /// Unknown tokens are not remembered: the next moment they may be issued.
    private final Cache<TokenHash, Optional<CredentialStore.Token>> tokens;
    private final Cache<MerchantId, Boolean> suspended;
    private volatile boolean deaf = true;

    public Credentials(Database database, SecretCipher cipher, Duration cacheTime) {
        this.store = new CredentialStore(database, cipher);
        this.secrets = Caffeine.newBuilder()
                .maximumSize(MOST_APPLICATIONS)
                .expireAfterWrite(cacheTime)
                .build();
        this.tokens = Caffeine.newBuilder()
                .maximumSize(MOST_TOKENS)
                .expireAfter(Expiry.<TokenHash, Optional<CredentialStore.Token>>creating(
                        (_, token) -> token.map(CredentialStore.Token::timeLeft)
                                .map(left -> left.compareTo(cacheTime) < 0 ? left : cacheTime)
                                .orElse(Duration.ZERO)))
                .build();
        this.suspended = Caffeine.newBuilder()
                .maximumSize(MOST_TOKENS)
                .expireAfterWrite(cacheTime)
                .build();
    }

    boolean suspended(MerchantId merchant) {
        return deaf ? store.suspended(merchant) : suspended.get(merchant, store::suspended);
    }

    List<Secret> secretsOf(long application) {
        return deaf ? store.secretsOf(application) : secrets.get(application, store::secretsOf);
    }

    /// Read and remembered in one step that an invalidation waits for: a revocation in between is not lost.
    Optional<Caller> caller(TokenHash token) {
        return (deaf ? store.token(token) : tokens.get(token, store::token)).map(CredentialStore.Token::caller);
    }

    /// A message on [#CHANNEL]; one we do not understand may be about anything.
    public void changed(String what) {
        var application = APPLICATION.matcher(what);
        var token = TOKEN.matcher(what);
        var merchant = MERCHANT.matcher(what);
        if (application.matches()) {
            secrets.invalidate(Long.valueOf(application.group(1)));
        } else if (token.matches()) {
            tokens.invalidate(new TokenHash(token.group(1)));
        } else if (merchant.matches()) {
            suspended.invalidate(new MerchantId(Long.parseLong(merchant.group(1))));
        } else {
            forgetAll();
        }
    }

    /// What was remembered may have changed unheard.
    public void hearing() {
        forgetAll();
        deaf = false;
    }

    /// Revocations are not heard: until they are again, nothing is taken from memory.
    public void deaf() {
        deaf = true;
    }

    private void forgetAll() {
        secrets.invalidateAll();
        tokens.invalidateAll();
        suspended.invalidateAll();
    }
}
