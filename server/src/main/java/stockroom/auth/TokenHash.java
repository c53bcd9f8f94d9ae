package stockroom.auth;

import java.util.HexFormat;

/// SHA-256 of an access token, in hex: all we keep of it.
public record TokenHash(String hex) {
    public static TokenHash of(String token) {
        return new TokenHash(HexFormat.of().formatHex(Sign.digest("SHA-256", token)));
    }

    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }
}
