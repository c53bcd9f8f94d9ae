package stockroom.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import stockroom.auth.CredentialStore.LiveSecret;
import stockroom.http.input.Digest;

/// Finds what was signed instead of the secret followed by the timestamp. Only a program that has the secret
/// can make such a sign, so naming the mistake helps nobody who guesses.
final class SigningMistake {
    /// S stands for the secret, T for the timestamp, A for the appid.
    private static final Map<AuthMessage, List<String>> FORMS = Map.of(
            AuthMessage.SIGN_REVERSED,
            List.of("TS"),
            AuthMessage.SIGN_SPACED,
            List.of("S T", "S\nT", "S\r\nT", "S\tT", " ST"),
            AuthMessage.SIGN_SALTED,
            List.of("S&T", "S:T", "S_T", "S-T", "S,T", "S|T", "S+T", "STS", "TST", "AST", "SAT", "STA", "ATS"));

    private SigningMistake() {}

    /// Tries every form with every secret, each in constant time.
    static Optional<AuthMessage> find(List<LiveSecret> secrets, SignedHeaders headers) {
        var sign = HexFormat.of().parseHex(headers.sign());
        Optional<AuthMessage> found = Optional.empty();
        for (var live : secrets) {
            for (var mistake : FORMS.entrySet()) {
                for (var form : mistake.getValue()) {
                    var signed = signed(form, live.secret().reveal(), headers).getBytes(UTF_8);
                    if (MessageDigest.isEqual(Digest.of("MD5", signed), sign)) {
                        found = Optional.of(mistake.getKey());
                    }
                }
            }
        }
        return found;
    }

    private static String signed(String form, String secret, SignedHeaders headers) {
        var text = new StringBuilder();
        for (int i = 0; i < form.length(); i++) {
            switch (form.charAt(i)) {
                case 'S' -> text.append(secret);
                case 'T' -> text.append(headers.timestamp());
                case 'A' -> text.append(headers.appid());
                default -> text.append(form.charAt(i));
            }
        }
        return text.toString();
    }
}
