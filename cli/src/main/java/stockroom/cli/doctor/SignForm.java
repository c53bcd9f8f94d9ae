package stockroom.cli.doctor;

import java.util.List;

/// What can be seen of a signature without knowing the secret.
final class SignForm {
    private static final int SHORT = 16;
    private static final int SHA_1 = 40;
    private static final int SHA_256 = 64;

    private SignForm() {}

    static List<Finding> check(Headers headers) {
        return headers.only("sign").map(sign -> check(sign, headers)).orElse(List.of());
    }

    private static List<Finding> check(String sign, Headers headers) {
        var token = headers.only("accesstoken").orElse("");
        if (Patterns.SIGN.matcher(sign).matches()) {
            return List.of();
        }
        if (Patterns.TOKEN.matcher(sign).matches()
                && Patterns.SIGN.matcher(token).matches()) {
            return List.of(Finding.of(
                    FindingKind.SIGN_AND_TOKEN_SWAPPED,
                    "sign: looks like an access token, and accesstoken like a sign (expected: the other way round)"));
        }
        if (Patterns.HEX_32.matcher(sign).matches()) {
            return List.of(
                    Finding.of(FindingKind.SIGN_LOWER_CASE, "sign: has lower-case letters (expected: upper case)"));
        }
        if (Patterns.BASE64_OF_MD5.matcher(sign).matches()) {
            return List.of(Finding.of(FindingKind.SIGN_BASE64, "sign: MD5 in Base64 (expected: in hexadecimal)"));
        }
        if (!Patterns.HEX.matcher(sign).matches()) {
            return List.of(Finding.of(
                    FindingKind.SIGN_NOT_HEX,
                    "sign: %d characters, not all of them hexadecimal (expected: 32 of 0-9 and A-F)",
                    sign.length()));
        }
        return List.of(
                switch (sign.length()) {
                    case SHORT ->
                        Finding.of(FindingKind.SIGN_16_CHARACTERS, "sign: the 16-character form (expected: 32)");
                    case SHA_1 ->
                        Finding.of(FindingKind.SIGN_SHA_1, "sign: 40 characters, as SHA-1 has (expected: 32, MD5)");
                    case SHA_256 ->
                        Finding.of(FindingKind.SIGN_SHA_256, "sign: 64 characters, as SHA-256 has (expected: 32, MD5)");
                    default ->
                        Finding.of(FindingKind.SIGN_WRONG_LENGTH, "sign: %d characters (expected: 32)", sign.length());
                });
    }
}
