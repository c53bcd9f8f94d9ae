package stockroom.bench.load;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

public record Application(long id, String secret) {

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
