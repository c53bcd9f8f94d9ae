package stockroom.http.input;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

public final class Digest {
    private Digest() {}

    public static byte[] sha256(String text) {
        return of("SHA-256", text.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] of(String algorithm, byte[]... parts) {
        try {
            var digest = MessageDigest.getInstance(algorithm);
            for (var part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
