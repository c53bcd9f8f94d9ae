package stockroom.cli.doctor;

import static stockroom.cli.doctor.FindingKind.*;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import stockroom.cli.shell.Secret;

/// Finds mistakes in the four headers without a secret or the server.
final class HeaderChecks {
    /// Each entry is a header's name and names that programs have wrongly sent, without `-` and `_`.
    private static final List<String> NAMES =
            List.of("appid|appkey|clientid", "sign|signature", "timestamp|ts|time", "accesstoken|token|authorization");

    static final String DIGITS = "[0-9]{1,18}";
    static final String HEX_32 = "[0-9A-Fa-f]{32}";
    static final String TOKEN = "[0-9a-f]{32}";
    private static final String SIGN = "[0-9A-F]{32}";
    /// White space and invisible characters.
    private static final String UNSEEN = "[\\s\\p{Z}\\p{C}]";

    static final int MILLISECONDS = 13;
    private static final long WINDOW_SECONDS = 600;
    private static final int TOKEN_LENGTH = 32;
    private static final int MAX_SHOWN = 20;

    private HeaderChecks() {}

    static Stream<Finding> present(Headers headers) {
        return NAMES.stream().flatMap(names -> present(headers, names).stream());
    }

    private static Optional<Finding> present(Headers headers, String names) {
        var name = names.substring(0, names.indexOf('|'));
        var values = headers.all(name);
        return switch (values.size()) {
            case 0 -> HEADER_MISSING.found("%s: missing%s", name, lookalike(headers, name, names));
            case 1 -> values.getFirst().isBlank() ? HEADER_EMPTY.found("%s: empty", name) : Optional.empty();
            default -> HEADER_REPEATED.found("%s: came %d times (expected: once)", name, values.size());
        };
    }

    private static String lookalike(Headers headers, String name, String names) {
        return headers.names().stream()
                .filter(other ->
                        other.replaceAll("[-_]", "").matches("(x(?=app|sign|time|access|token))?(" + names + ")"))
                .findFirst()
                .map(other -> "; there is %s instead (expected: the name %s exactly)".formatted(other, name))
                .orElse("");
    }

    static Optional<Finding> appid(String appid) {
        if (appid.isEmpty() || appid.matches(DIGITS)) {
            return Optional.empty();
        }
        return appid.replaceAll(UNSEEN, "").matches(DIGITS)
                ? APPID_SPACE.found("appid: has a space or an invisible character in it")
                : APPID_NOT_DIGITS.found("appid: %s (expected: decimal digits)", shown(appid));
    }

    static Optional<Finding> timestamp(String text, Moment moment) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        if (!text.matches(DIGITS)) {
            return TIMESTAMP_NOT_DIGITS.found("timestamp: %s (expected: decimal digits)", shown(text));
        }
        long sent = Long.parseLong(text);
        if (text.length() == MILLISECONDS) {
            return TIMESTAMP_MILLISECONDS.found(
                    "timestamp: %d is in milliseconds (expected: seconds, %d)", sent, sent / 1000);
        }
        long behind = moment.seconds() - sent;
        if (Math.abs(behind) <= WINDOW_SECONDS) {
            return Optional.empty();
        }
        return (behind > 0 ? TIMESTAMP_BEHIND : TIMESTAMP_AHEAD)
                .found(
                        "timestamp: %d is %d seconds %s %s, which says %d (expected: within %d seconds)%s",
                        sent,
                        Math.abs(behind),
                        behind > 0 ? "behind" : "ahead of",
                        moment.clock().text,
                        moment.seconds(),
                        WINDOW_SECONDS,
                        hint(behind, moment.clock()));
    }

    /// Suggests a wrong time zone if the difference is a whole number of hours.
    private static String hint(long behind, Moment.Clock clock) {
        long hours = Math.round(behind / 3600.0);
        if (hours != 0 && Math.abs(hours) <= 14 && Math.abs(behind - hours * 3600) <= 120) {
            return "; that is %d h: a time zone was mixed in".formatted(Math.abs(hours));
        }
        return behind > 0 && clock.isNow ? "; for an earlier call, give its time with --at" : "";
    }

    /// Shows short values only, because a long one may be a token in the wrong header.
    private static String shown(String value) {
        return value.length() > MAX_SHOWN ? value.length() + " characters" : value.replaceAll(UNSEEN, "?");
    }

    static Optional<Finding> sign(String sign, String token) {
        int length = sign.length();
        return switch (sign) {
            case "" -> Optional.empty();
            case String it when it.matches(SIGN) -> Optional.empty();
            case String it
            when areSwapped(it, token) ->
                SIGN_AND_TOKEN_SWAPPED.found(
                        "sign: looks like an access token, and accesstoken like a sign (expected: the other way round)");
            case String it
            when it.matches(HEX_32) -> SIGN_LOWER_CASE.found("sign: has lower-case letters (expected: upper case)");
            case String it
            when it.matches("[A-Za-z0-9+/]{22}==") ->
                SIGN_BASE64.found("sign: MD5 in Base64 (expected: in hexadecimal)");
            case String it
            when !it.matches("[0-9A-Fa-f]+") ->
                SIGN_NOT_HEX.found(
                        "sign: %d characters, not all of them hexadecimal (expected: 32 of 0-9 and A-F)", length);
            default ->
                switch (length) {
                    case 16 -> SIGN_16_CHARACTERS.found("sign: the 16-character form (expected: 32)");
                    case 40 -> SIGN_SHA_1.found("sign: 40 characters, as SHA-1 has (expected: 32, MD5)");
                    case 64 -> SIGN_SHA_256.found("sign: 64 characters, as SHA-256 has (expected: 32, MD5)");
                    default -> SIGN_WRONG_LENGTH.found("sign: %d characters (expected: 32)", length);
                };
        };
    }

    private static boolean areSwapped(String sign, String token) {
        return sign.matches(TOKEN) && token.matches(SIGN);
    }

    /// Ignores a token swapped with the signature, which [#sign] reports.
    static Optional<Finding> token(String token, String sign, @Nullable Secret secret) {
        return switch (token) {
            case "" -> Optional.empty();
            case String it
            when secret != null && it.equalsIgnoreCase(secret.stripped().reveal()) ->
                TOKEN_IS_SECRET.found("accesstoken: is the application's secret");
            case String it
            when it.equalsIgnoreCase(sign) -> TOKEN_IS_SIGN.found("accesstoken: is the same as the sign");
            case String it when it.matches(TOKEN) || areSwapped(sign, it) -> Optional.empty();
            case String it
            when !it.equals(it.replaceAll(UNSEEN, "")) ->
                TOKEN_SPACE.found("accesstoken: has a space or an invisible character in it");
            case String it
            when it.length() != TOKEN_LENGTH ->
                TOKEN_WRONG_LENGTH.found("accesstoken: %d characters (expected: %d)", it.length(), TOKEN_LENGTH);
            case String it
            when it.matches(HEX_32) ->
                TOKEN_UPPER_CASE.found("accesstoken: has upper-case letters (expected: lower case)");
            default -> TOKEN_NOT_HEX.found("accesstoken: not all of its characters are 0-9 and a-f");
        };
    }
}
