package stockroom.client.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// A client's application and token. It never prints the secret or the token.
public final class Credentials {
    private final String appid;
    private final String secret;
    private final String token;

    public Credentials(String appid, String secret, String token, Locale language) {
        this.appid = sendable("appid", appid, language);
        this.secret = secret;
        // such as one from a file with a line break, which would only show as a wrong signature
        if (secret.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException(Message.NOT_SENDABLE.in(language, "secret"));
        }
        this.token = sendable("token", token, language);
    }

    /// Rejects characters that a header cannot carry, because the JDK's own message would show the value.
    private static String sendable(String name, String value, Locale language) {
        if (!value.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new IllegalArgumentException(Message.NOT_SENDABLE.in(language, name));
        }
        return value;
    }

    Map<String, String> headers(long timestamp) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("appid", appid);
        headers.put("timestamp", Long.toString(timestamp));
        headers.put("sign", sign(timestamp));
        headers.put("accesstoken", token);
        return headers;
    }

    private String sign(long timestamp) {
        return hash("MD5", secret + timestamp);
    }

    /// Returns a hash of the application and token that reveals neither.
    public String fingerprint() {
        return hash("SHA-256", appid + "\n" + token);
    }

    private static String hash(String algorithm, String text) {
        try {
            var hash = MessageDigest.getInstance(algorithm).digest(text.getBytes(UTF_8));
            return HexFormat.of().withUpperCase().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(algorithm + " is missing from this Java", e);
        }
    }

    @Override
    public String toString() {
        return "appid " + appid + ", secret [redacted], token [redacted]";
    }
}
