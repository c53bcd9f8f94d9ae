package stockroom.auth;

import java.util.HexFormat;
import stockroom.http.input.Digest;

/// Holds the SHA-256 of a token in hex, since the token itself is not kept.
public record TokenHash(String hex) {
    public static TokenHash of(String token) {
        return new TokenHash(HexFormat.of().formatHex(Digest.sha256(token)));
    }

    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }
}
