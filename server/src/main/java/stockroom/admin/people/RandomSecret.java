package stockroom.admin.people;

import java.security.SecureRandom;
import java.util.Base64;
import stockroom.auth.TokenHash;
import stockroom.config.Secret;

/// Makes the secrets of sessions, links and browsers. They are stored as hashes.
public final class RandomSecret {
    /// The pattern of a secret.
    public static final String FORM = "[A-Za-z0-9_-]{43}";

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 32;

    private RandomSecret() {}

    public static Secret next() {
        return new Secret(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(BYTES)));
    }

    static byte[] bytes(int count) {
        var bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    static byte[] hash(Secret secret) {
        return TokenHash.of(secret.reveal()).bytes();
    }
}
