package stockroom.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import stockroom.config.Secret;

/// The signature of specification 5: MD5 of the secret followed by the timestamp, 32 upper-case hex characters.
public final class Sign {
    private static final HexFormat UPPER_CASE = HexFormat.of().withUpperCase();

    private Sign() {}

    public static String of(Secret secret, long timestamp) {
        return UPPER_CASE.formatHex(digest("MD5", secret.reveal() + timestamp));
    }

    static byte[] digest(String algorithm, String text) {
        try {
            return MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
