package stockroom.cli.doctor;

import java.util.List;

/// What can be seen of an access token alone.
final class TokenChecks {
    private static final int LENGTH = 32;

    private TokenChecks() {}

    static List<Finding> check(Evidence evidence) {
        return evidence.headers()
                .only("accesstoken")
                .map(token -> check(token, evidence))
                .orElse(List.of());
    }

    private static List<Finding> check(String token, Evidence evidence) {
        var sign = evidence.headers().only("sign").orElse("");
        var secret = evidence.secret();
        if (secret != null && token.equalsIgnoreCase(secret.reveal().strip())) {
            return List.of(Finding.of(FindingKind.TOKEN_IS_SECRET, "accesstoken: is the application's secret"));
        }
        if (token.equalsIgnoreCase(sign)) {
            return List.of(Finding.of(FindingKind.TOKEN_IS_SIGN, "accesstoken: is the same as the sign"));
        }
        // told already, by the sign's form
        boolean swapped = Patterns.SIGN.matcher(token).matches()
                && Patterns.TOKEN.matcher(sign).matches();
        if (swapped || Patterns.TOKEN.matcher(token).matches()) {
            return List.of();
        }
        if (Patterns.UNSEEN.matcher(token).find()) {
            return List.of(
                    Finding.of(FindingKind.TOKEN_SPACE, "accesstoken: has a space or an unseen character in it"));
        }
        if (token.length() != LENGTH) {
            return List.of(Finding.of(
                    FindingKind.TOKEN_WRONG_LENGTH,
                    "accesstoken: %d characters (expected: %d)",
                    token.length(),
                    LENGTH));
        }
        return List.of(
                Patterns.HEX_32.matcher(token).matches()
                        ? Finding.of(
                                FindingKind.TOKEN_UPPER_CASE,
                                "accesstoken: has upper-case letters (expected: lower case)")
                        : Finding.of(
                                FindingKind.TOKEN_NOT_HEX, "accesstoken: not all of its characters are 0-9 and a-f"));
    }
}
