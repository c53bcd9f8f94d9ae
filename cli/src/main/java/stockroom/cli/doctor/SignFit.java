package stockroom.cli.doctor;

import java.util.List;
import java.util.Locale;
import stockroom.cli.shell.Secret;

/// With the secret at hand: does the signature fit, and if not, what was signed instead?
final class SignFit {
    private static final int LENGTH = 32;
    private static final int MILLISECONDS = 13;
    private static final int SHORT_FROM = 8;
    private static final int SHORT_TO = 24;

    private final String sign;

    private SignFit(String sign) {
        this.sign = sign.toUpperCase(Locale.ROOT);
    }

    static List<Finding> check(Evidence evidence) {
        var headers = evidence.headers();
        var sign = headers.only("sign").filter(SignFit::comparable);
        // nobody knows what was signed where no time was sent
        var timestamp = headers.only("timestamp")
                .filter(text -> Patterns.DIGITS.matcher(text).matches());
        var secret = evidence.secret();
        if (secret == null || sign.isEmpty() || timestamp.isEmpty()) {
            return List.of();
        }
        var clean = secret.reveal().strip();
        var right = Digests.md5(clean + timestamp.get());
        if (headers.only("accesstoken").filter(new SignFit(right)::is).isPresent()) {
            // sign and token are swapped: told already, by their form
            return List.of();
        }
        return new SignFit(sign.get()).check(headers, secret.reveal(), clean, timestamp.get());
    }

    private List<Finding> check(Headers headers, String given, String clean, String timestamp) {
        if (is(Digests.md5(clean + timestamp))) {
            return clean.equals(given)
                    ? List.of()
                    : List.of(Finding.of(
                            FindingKind.GIVEN_SECRET_SPACE,
                            "sign: fits; but the secret given here has a space or line end around it"));
        }
        if (timestamp.length() == MILLISECONDS
                && is(Digests.sign(new Secret(clean), Long.parseLong(timestamp) / 1000))) {
            // right as soon as the timestamp is
            return List.of();
        }
        return List.of(new SignFindings(headers, clean, timestamp)
                .all()
                .filter(candidate -> is(candidate.sign().get()))
                .findFirst()
                .map(SignFindings.Candidate::finding)
                .or(() -> OtherTimestamps.search(this, clean, timestamp))
                .orElseGet(() -> mismatch(clean)));
    }

    private static Finding mismatch(String secret) {
        return Finding.of(
                FindingKind.SIGN_MISMATCH,
                "sign: does not fit this secret and timestamp, nor any of the usual mistakes with them%s",
                Patterns.TOKEN.matcher(secret).matches()
                        ? ""
                        : "; the secret given here has %d characters (expected: 32 of 0-9 and a-f)"
                                .formatted(secret.length()));
    }

    private static boolean comparable(String sign) {
        return Patterns.HEX.matcher(sign).matches()
                && (sign.length() == LENGTH || sign.length() == SHORT_TO - SHORT_FROM);
    }

    /// The 16-character form is the middle of the other.
    boolean is(String candidate) {
        if (sign.length() == candidate.length()) {
            return sign.equals(candidate);
        }
        return candidate.length() == LENGTH && sign.equals(candidate.substring(SHORT_FROM, SHORT_TO));
    }
}
