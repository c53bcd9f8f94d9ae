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

/// Credentials as this node knows them: read from the database, trusted for seconds, and forgotten at once when
/// another node says so. A token is never trusted beyond its own expiry.
public final class CredentialCache {
    /// `NOTIFY` here with `application N`, `token HASH` or `merchant N` when one changes, with `limits N` when those
    /// of a merchant do, and with `closing ADDRESS N` to lift one.
    public static final String CHANNEL = "stockroom_credentials";

    private static final Pattern APPLICATION = Pattern.compile("application ([0-9]{1,18})");
    private static final Pattern TOKEN = Pattern.compile("token ([0-9a-f]{64})");
    private static final Pattern MERCHANT = Pattern.compile("(merchant|limits) [0-9]{1,18}");
    private static final int MAX_APPLICATIONS = 100_000;
    private static final int MAX_UNKNOWN_APPLICATIONS = 10_000;
    private static final int MAX_TOKENS = 1_000_000;

    private final CredentialStore store;
    private final ReadCache<Long, List<LiveSecret>> secrets;
    /// Unknown and suspended ones, with the [#applicationChanges] before they were read. Apart, so that a flood
    /// of appids that do not exist pushes out none that does.
    private final Cache<Long, Long> unknownApplications;
    /// How often an application was created or changed, or everything was to be forgotten, as far as this node
    /// heard.
    private final AtomicLong applicationChanges = new AtomicLong();

    /// Unknown tokens are not remembered: the next moment they may be issued. Those that have ended are.
    private final ReadCache<TokenHash, Known> tokens;
    /// How often a merchant was suspended or let in again or got other limits, or everything was to be forgotten, as
    /// far as this node heard.
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

    /// A token as it was read after so many suspensions.
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

    /// What was read before a suspension is read again, whichever merchant it was about, for they are rare.
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

    /// A message on [#CHANNEL]; one we do not understand may be about anything.
    public void changed(String what) {
        var application = APPLICATION.matcher(what);
        var token = TOKEN.matcher(what);
        if (application.matches()) {
            secrets.invalidate(Long.valueOf(application.group(1)));
            // after it: whoever reads the new count no longer finds the read that was under way
            applicationChanges.incrementAndGet();
        } else if (token.matches()) {
            tokens.invalidate(new TokenHash(token.group(1)));
        } else if (MERCHANT.matcher(what).matches()) {
            suspensions.incrementAndGet();
        } else {
            forgetAll();
        }
    }

    /// What was remembered may have changed in the meantime.
    public void onConnected() {
        forgetAll();
        connected = true;
    }

    /// This node does not learn of revocations now, so until then nothing is taken from memory.
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
