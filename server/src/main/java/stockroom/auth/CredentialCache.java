package stockroom.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import stockroom.auth.CredentialStore.LiveSecret;
import stockroom.auth.CredentialStore.Token.State;
import stockroom.database.Database;

/// Caches credentials for seconds, never beyond their expiry, and drops them when another node reports a change.
public final class CredentialCache {
    /// The messages are `application N`, `token HASH` and `merchant N` when one of these changes, `limits N` when the
    /// limits of merchant N change, and `closing ADDRESS N` to lift a closing.
    public static final String CHANNEL = "stockroom_credentials";

    private static final Pattern APPLICATION = Pattern.compile("application ([0-9]{1,18})");
    private static final Pattern TOKEN = Pattern.compile("token ([0-9a-f]{64})");
    private static final Pattern MERCHANT = Pattern.compile("(merchant|limits) [0-9]{1,18}");
    private static final int MAX_APPLICATIONS = 100_000;
    private static final int MAX_UNKNOWN_APPLICATIONS = 10_000;
    private static final int MAX_TOKENS = 1_000_000;

    private final CredentialStore store;
    private final ReadCache<Long, List<LiveSecret>> secrets;
    /// Remembers unknown and suspended applications, each with the value of [#applicationChanges] before the read.
    /// They are kept apart so that a flood of invented appids evicts no real one.
    private final Cache<Long, Long> unknownApplications;
    private final AtomicLong applicationChanges = new AtomicLong();

    /// Omits unknown tokens, which may be issued at any moment, but holds expired and revoked ones.
    private final ReadCache<TokenHash, Known> tokens;
    /// Counts changes of merchants and their limits, and resets of the cache.
    private final AtomicLong suspensions = new AtomicLong();

    private volatile boolean connected;

    public CredentialCache(Database database, SecretCipher cipher, Duration cacheTime) {
        this.store = new CredentialStore(database, cipher);
        this.secrets = new ReadCache<>(Caffeine.newBuilder()
                .maximumSize(MAX_APPLICATIONS)
                .expireAfter(Expiry.<Long, List<LiveSecret>>creating(
                        (_, found) -> found.isEmpty() ? Duration.ZERO : cacheTime)));
        this.unknownApplications = Caffeine.newBuilder()
                .maximumSize(MAX_UNKNOWN_APPLICATIONS)
                .expireAfterWrite(cacheTime)
                .build();
        this.tokens = new ReadCache<>(Caffeine.newBuilder()
                .maximumSize(MAX_TOKENS)
                .expireAfter(Expiry.<TokenHash, Known>creating((_, known) -> known.token
                        .map(token ->
                                token.state() == State.ENDED || token.timeLeft().compareTo(cacheTime) > 0
                                        ? cacheTime
                                        : token.timeLeft())
                        .orElse(Duration.ZERO))));
    }

    /// @param suspensions is the value of [#suspensions] before the read
    private record Known(Optional<CredentialStore.Token> token, long suspensions) {}

    List<LiveSecret> secretsOf(long application) {
        if (!connected) {
            return store.secretsOf(application);
        }
        long before = applicationChanges.get();
        var unknownSince = unknownApplications.getIfPresent(application);
        if (unknownSince != null && unknownSince == before) {
            return List.of();
        }
        var found = secrets.get(application, store::secretsOf);
        if (found.isEmpty()) {
            unknownApplications.put(application, before);
        }
        return found;
    }

    /// Reads the token again if any merchant has changed since it was read, which is rare.
    Optional<CredentialStore.Token> token(TokenHash hash) {
        if (!connected) {
            return store.token(hash);
        }
        var known = tokens.get(hash, this::read);
        if (known.suspensions < suspensions.get()) {
            tokens.invalidate(hash);
            known = tokens.get(hash, this::read);
        }
        return known.token;
    }

    private Known read(TokenHash hash) {
        long before = suspensions.get();
        return new Known(store.token(hash), before);
    }

    public void changed(String what) {
        var application = APPLICATION.matcher(what);
        var token = TOKEN.matcher(what);
        if (application.matches()) {
            secrets.invalidate(Long.valueOf(application.group(1)));
            // must follow the invalidation: a thread that sees the new count must not find the older read
            applicationChanges.incrementAndGet();
        } else if (token.matches()) {
            tokens.invalidate(new TokenHash(token.group(1)));
        } else if (MERCHANT.matcher(what).matches()) {
            suspensions.incrementAndGet();
        } else {
            forgetAll();
        }
    }

    /// Clears the cache, since changes may have been missed.
    public void onConnected() {
        forgetAll();
        connected = true;
    }

    /// Bypasses the cache from now on, since revocations no longer reach this node.
    public void onDisconnected() {
        connected = false;
    }

    void forgetAll() {
        suspensions.incrementAndGet();
        secrets.invalidateAll();
        applicationChanges.incrementAndGet();
        tokens.invalidateAll();
    }
}
