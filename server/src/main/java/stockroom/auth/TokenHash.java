package stockroom.auth;

import java.util.HexFormat;
import stockroom.http.input.Digest;

/// SHA-256 of an access token, in hex: all we keep of it.
public record TokenHash(String hex) {
    public static TokenHash of(String token) {
        return new TokenHash(HexFormat.of().formatHex(Digest.sha256(token)));
    }

    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }
}
