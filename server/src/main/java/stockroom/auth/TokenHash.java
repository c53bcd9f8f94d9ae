package stockroom.auth;

import java.util.HexFormat;
import stockroom.http.input.Digest;

/// The SHA-256 of an access token in hex. The token itself is not kept.
public record TokenHash(String hex) {
    public static TokenHash of(String token) {
        return new TokenHash(HexFormat.of().formatHex(Digest.sha256(token)));
    }

    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }
}
