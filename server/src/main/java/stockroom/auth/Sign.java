package stockroom.auth;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import stockroom.config.Secret;
import stockroom.http.input.Digest;

/// The signature is the MD5 of the secret followed by the timestamp, as 32 upper-case hex characters.
public final class Sign {
    private static final HexFormat UPPER_CASE = HexFormat.of().withUpperCase();

    private Sign() {}

    public static String of(Secret secret, long timestamp) {
        var signed = (secret.reveal() + timestamp).getBytes(StandardCharsets.UTF_8);
        return UPPER_CASE.formatHex(Digest.of("MD5", signed));
    }
}
