package stockroom.bench.load;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The program that calls.
public record Application(long id, String secret) {

    /// As docs/interface.md says: MD5 of the secret and the timestamp, in upper case.
    String sign(long timestamp) {
        try {
            var digest = MessageDigest.getInstance("MD5").digest((secret + timestamp).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().withUpperCase().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return "Application[id=%d]".formatted(id);
    }
}
