package stockroom.cli.shell;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

public final class TokenHash {
    private static final int ID = 16;

    private TokenHash() {}

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Returns the beginning of the token's SHA-256 hash in hexadecimal, which is safe to show.
    public static String id(String token) {
        var hash = sha256().digest(token.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash).substring(0, ID);
    }
}
